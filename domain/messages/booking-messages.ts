import { DAY, MINUTE, type Instant } from '../time/instant.ts';
import {
  confirmationMail,
  dayReminderMail,
  hostMail,
  patientForHost,
  startReminderMail,
  type Mail,
} from './appointment-mails.ts';
import { confirmationText, dayReminderText, startReminderText, textNumber } from './appointment-texts.ts';
import { calendarFile, type Entry } from './calendar.ts';
import type { Call, Sender } from './appointment.ts';

export type Attachment = { filename: string; contentType: string; content: string };

/** Reminders can be switched off; whoever is leaving gets nothing but what is said about that. */
export type Purpose = 'news' | 'reminder' | 'deletion' | 'deletion_code' | 'security';

/** A message for the outbox. Once `sendBefore` has come it would only confuse. */
export type OutgoingMessage = {
  /** The same for the same message, so that it is written once. */
  key: string;
  purpose: Purpose;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string | null;
  text: string;
  html: string | null;
  attachments: Attachment[];
  /** Null is at once. */
  sendAfter: Instant | null;
  sendBefore: Instant;
};

/** Something to tell the patient: the words for each channel and the time in which they help. */
export type News = {
  name: string;
  purpose: Purpose;
  mail: Mail;
  text: string;
  attachments?: Attachment[];
  sendAfter: Instant | null;
  sendBefore: Instant;
};

type Reminder = News & { sendAfter: Instant };

/** Everything that is sent about a call which is booked now. */
export function bookingMessages(call: Call, sender: Sender, now: Instant): OutgoingMessage[] {
  const news = [confirmation(call, sender, now), ...remindersAfter(now, call, sender)];
  return [...news.flatMap((each) => forPatient(call, each)), bookedForHost(call, sender, now)];
}

/** Nobody is reminded of what was confirmed a moment ago. */
export const remindersAfter = (now: Instant, call: Call, sender: Sender): News[] =>
  [dayReminder(call, sender), startReminder(call, sender)].filter(({ sendAfter }) => sendAfter > now);

const confirmation = (call: Call, sender: Sender, now: Instant): News => ({
  name: 'booked',
  purpose: 'news',
  mail: confirmationMail(call, sender),
  text: confirmationText(call, sender),
  attachments: [calendarAttachment(call, sender, patientEntry(call), now)],
  sendAfter: null,
  sendBefore: call.endsAt,
});

const dayReminder = (call: Call, sender: Sender): Reminder => ({
  name: 'day-before',
  purpose: 'reminder',
  mail: dayReminderMail(call, sender),
  text: dayReminderText(call, sender),
  sendAfter: call.startsAt - DAY,
  sendBefore: call.startsAt - 60 * MINUTE,
});

const startReminder = (call: Call, sender: Sender): Reminder => ({
  name: 'starting',
  purpose: 'reminder',
  mail: startReminderMail(call, sender),
  text: startReminderText(call, sender),
  sendAfter: call.startsAt - 15 * MINUTE,
  sendBefore: call.startsAt,
});

export function forPatient(call: Call, news: News): OutgoingMessage[] {
  const { email, phone, wantsTexts } = call.patient;
  const { name, purpose, mail, text, attachments = [], sendAfter, sendBefore } = news;
  const key = (channel: string) => `${name}:${call.id}:${call.sequence}:${channel}`;
  const kind = { purpose, sendAfter, sendBefore };
  const byMail: OutgoingMessage = {
    key: key('email'),
    channel: 'email',
    recipient: email,
    ...mail,
    attachments,
    ...kind,
  };
  const number = wantsTexts ? textNumber(phone) : undefined;
  if (!number) return [byMail];
  const words = { subject: null, text, html: null, attachments: [] };
  return [byMail, { key: key('sms'), channel: 'sms', recipient: number, ...words, ...kind }];
}

export const bookedForHost = (call: Call, sender: Sender, now: Instant): OutgoingMessage =>
  forHost(call, {
    name: 'booked-host',
    mail: hostMail(call),
    file: calendarAttachment(call, sender, hostEntry(call), now),
  });

type HostNews = { name: string; mail: Mail; file: Attachment };

export const forHost = (call: Call, { name, mail, file }: HostNews): OutgoingMessage => ({
  key: `${name}:${call.id}:${call.sequence}:email`,
  purpose: 'news',
  channel: 'email',
  recipient: call.host.email,
  ...mail,
  attachments: [file],
  sendAfter: null,
  sendBefore: call.endsAt,
});

export const patientEntry = ({ host, patient }: Call): Entry => ({
  method: 'REQUEST',
  attendee: patient.email,
  attendeeName: patient.firstName ?? patient.email,
  with: host.name,
});

export const hostEntry = (call: Call): Entry => ({
  method: 'REQUEST',
  attendee: call.host.email,
  attendeeName: call.host.name,
  with: patientForHost(call),
  isHost: true,
});

export const calendarAttachment = (call: Call, sender: Sender, entry: Entry, now: Instant): Attachment => ({
  filename: 'call.ics',
  contentType: `text/calendar; charset=utf-8; method=${entry.method}`,
  content: calendarFile(call, sender, entry, now),
});
