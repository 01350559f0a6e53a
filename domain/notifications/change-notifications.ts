import type { Instant } from '../time/instant.ts';
import {
  bookedForHost,
  calendarAttachment,
  forHost,
  forPatient,
  hostEvent,
  patientEvent,
  remindersAfter,
  type News,
  type OutgoingNotification,
} from './booking-notifications.ts';
import {
  cancellationEmail,
  givenEmail,
  hostCancellationEmail,
  hostLostEmail,
  hostMoveEmail,
  moveEmail,
} from './change-emails.ts';
import { cancellationText, givenText, moveText } from './appointment-texts.ts';
import type { EmailContent } from './appointment-emails.ts';
import type { Appointment, Move, Sender } from './appointment.ts';

/** Everything that is sent about a call that moves, or that someone else takes at the same time. */
export function moveNotifications(move: Move, sender: Sender, now: Instant): OutgoingNotification[] {
  const { from, to } = move;
  const isGiven = from.startsAt === to.startsAt;
  const news: News = {
    name: 'moved',
    purpose: 'news',
    mail: isGiven ? givenEmail(move, sender) : moveEmail(move, sender),
    text: isGiven ? givenText(to, sender) : moveText(to, sender),
    attachments: [calendarAttachment(to, sender, patientEvent(to), now)],
    sendAfter: null,
    sendBefore: to.endsAt,
  };
  const toPatient = [news, ...remindersAfter(now, to, sender)].flatMap((each) => forPatient(to, each));
  if (from.host.email !== to.host.email) {
    const lost = { ...from, sequence: to.sequence, hostLink: null };
    return [
      ...toPatient,
      ...cancelledForHost(lost, hostLostEmail(lost), sender, now),
      bookedForHost(to, sender, now),
    ];
  }
  const file = calendarAttachment(to, sender, hostEvent(to), now);
  return [...toPatient, forHost(to, { name: 'moved-host', mail: hostMoveEmail(move), file })];
}

/**
 * Everything that is sent about a canceled call, with the sequence number of this change. `words` are the
 * care team's message to the patient, and stay out of texts, which bystanders can read.
 */
export function cancellationNotifications(
  appointment: Appointment,
  sender: Sender,
  now: Instant,
  words: string | null = null,
): OutgoingNotification[] {
  const news: News = {
    name: 'cancelled',
    purpose: 'news',
    mail: cancellationEmail(appointment, sender, words),
    text: cancellationText(appointment, sender),
    attachments: [
      calendarAttachment(appointment, sender, { ...patientEvent(appointment), method: 'CANCEL' }, now),
    ],
    sendAfter: null,
    sendBefore: appointment.endsAt,
  };
  return [
    ...forPatient(appointment, news),
    ...cancelledForHost(appointment, hostCancellationEmail(appointment), sender, now),
  ];
}

/** Removes it from the host's calendar, whether it is canceled or reassigned. */
const cancelledForHost = (
  appointment: Appointment,
  mail: EmailContent,
  sender: Sender,
  now: Instant,
): OutgoingNotification[] =>
  appointment.host.hasLeft
    ? []
    : [
        forHost(appointment, {
          name: 'cancelled-host',
          mail,
          file: calendarAttachment(appointment, sender, { ...hostEvent(appointment), method: 'CANCEL' }, now),
        }),
      ];
