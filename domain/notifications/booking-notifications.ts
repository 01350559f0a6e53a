import { DAY, MINUTE, type Instant } from '../time/instant.ts';
import {
  confirmationEmail,
  dayReminderEmail,
  hostEmail,
  patientForHost,
  startReminderEmail,
  type EmailContent,
} from './appointment-emails.ts';
import { confirmationText, dayReminderText, startReminderText, textNumber } from './appointment-texts.ts';
import { calendarFile, type CalendarEvent } from './calendar.ts';
import type { Appointment, Sender } from './appointment.ts';

export type Attachment = { filename: string; contentType: string; content: string };

/** Reminders can be switched off; a patient whose account is being deleted only gets messages about that. */
export type Purpose = 'news' | 'reminder' | 'deletion' | 'deletion_code' | 'phone_code' | 'security';

/** A message for the outbox. After `sendBefore` it would only confuse. */
export type OutgoingNotification = {
  /** The same for the same message, so it is stored once. */
  key: string;
  purpose: Purpose;
  channel: 'email' | 'sms';
  recipient: string;
  subject: string | null;
  text: string;
  html: string | null;
  attachments: Attachment[];
  /** Null means right away. */
  sendAfter: Instant | null;
  sendBefore: Instant;
};

/** A message for the patient: the words for each channel and the time they are useful. */
export type News = {
  name: string;
  purpose: Purpose;
  mail: EmailContent;
  text: string;
  attachments?: Attachment[];
  sendAfter: Instant | null;
  sendBefore: Instant;
};

type Reminder = News & { sendAfter: Instant };

/** Everything that is sent about a call booked now. */
export function bookingNotifications(
  appointment: Appointment,
  sender: Sender,
  now: Instant,
): OutgoingNotification[] {
  const news = [confirmation(appointment, sender, now), ...remindersAfter(now, appointment, sender)];
  return [...news.flatMap((each) => forPatient(appointment, each)), bookedForHost(appointment, sender, now)];
}

/** No reminder for something that was confirmed a moment ago. */
export const remindersAfter = (now: Instant, appointment: Appointment, sender: Sender): News[] =>
  [dayReminder(appointment, sender), startReminder(appointment, sender)].filter(
    ({ sendAfter }) => sendAfter > now,
  );

const confirmation = (appointment: Appointment, sender: Sender, now: Instant): News => ({
  name: 'booked',
  purpose: 'news',
  mail: confirmationEmail(appointment, sender),
  text: confirmationText(appointment, sender),
  attachments: [calendarAttachment(appointment, sender, patientEvent(appointment), now)],
  sendAfter: null,
  sendBefore: appointment.endsAt,
});

const dayReminder = (appointment: Appointment, sender: Sender): Reminder => ({
  name: 'day-before',
  purpose: 'reminder',
  mail: dayReminderEmail(appointment, sender),
  text: dayReminderText(appointment, sender),
  sendAfter: appointment.startsAt - DAY,
  sendBefore: appointment.startsAt - 60 * MINUTE,
});

const startReminder = (appointment: Appointment, sender: Sender): Reminder => ({
  name: 'starting',
  purpose: 'reminder',
  mail: startReminderEmail(appointment, sender),
  text: startReminderText(appointment, sender),
  sendAfter: appointment.startsAt - 15 * MINUTE,
  sendBefore: appointment.startsAt,
});

export function forPatient(appointment: Appointment, news: News): OutgoingNotification[] {
  const { email, phone, wantsTexts } = appointment.patient;
  const { name, purpose, mail, text, attachments = [], sendAfter, sendBefore } = news;
  const key = (channel: string) => `${name}:${appointment.id}:${appointment.sequence}:${channel}`;
  const kind = { purpose, sendAfter, sendBefore };
  const byMail: OutgoingNotification = {
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

export const bookedForHost = (appointment: Appointment, sender: Sender, now: Instant): OutgoingNotification =>
  forHost(appointment, {
    name: 'booked-host',
    mail: hostEmail(appointment),
    file: calendarAttachment(appointment, sender, hostEvent(appointment), now),
  });

type HostNews = { name: string; mail: EmailContent; file: Attachment };

export const forHost = (appointment: Appointment, { name, mail, file }: HostNews): OutgoingNotification => ({
  key: `${name}:${appointment.id}:${appointment.sequence}:email`,
  purpose: 'news',
  channel: 'email',
  recipient: appointment.host.email,
  ...mail,
  attachments: [file],
  sendAfter: null,
  sendBefore: appointment.endsAt,
});

export const patientEvent = ({ host, patient }: Appointment): CalendarEvent => ({
  method: 'REQUEST',
  attendee: patient.email,
  attendeeName: patient.firstName ?? patient.email,
  with: host.name,
});

export const hostEvent = (appointment: Appointment): CalendarEvent => ({
  method: 'REQUEST',
  attendee: appointment.host.email,
  attendeeName: appointment.host.name,
  with: patientForHost(appointment),
  isHost: true,
});

export const calendarAttachment = (
  appointment: Appointment,
  sender: Sender,
  event: CalendarEvent,
  now: Instant,
): Attachment => ({
  filename: 'call.ics',
  contentType: `text/calendar; charset=utf-8; method=${event.method}`,
  content: calendarFile(appointment, sender, event, now),
});
