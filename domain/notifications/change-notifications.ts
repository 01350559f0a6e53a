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
  cancellationMail,
  givenMail,
  hostCancellationMail,
  hostLostMail,
  hostMoveMail,
  moveMail,
} from './change-mails.ts';
import { cancellationText, givenText, moveText } from './appointment-texts.ts';
import type { Mail } from './appointment-mails.ts';
import type { Appointment, Move, Sender } from './appointment.ts';

/** Everything that is sent about a call which moves now, or which somebody else takes at the same time. */
export function moveNotifications(move: Move, sender: Sender, now: Instant): OutgoingNotification[] {
  const { from, to } = move;
  const isGiven = from.startsAt === to.startsAt;
  const news: News = {
    name: 'moved',
    purpose: 'news',
    mail: isGiven ? givenMail(move, sender) : moveMail(move, sender),
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
      ...cancelledForHost(lost, hostLostMail(lost), sender, now),
      bookedForHost(to, sender, now),
    ];
  }
  const file = calendarAttachment(to, sender, hostEvent(to), now);
  return [...toPatient, forHost(to, { name: 'moved-host', mail: hostMoveMail(move), file })];
}

/**
 * Everything that is sent about a call which is cancelled now, with the sequence that this change gave it. `words` are the care
 * team's to the patient, and stay out of texts, which anybody near a phone reads.
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
    mail: cancellationMail(appointment, sender, words),
    text: cancellationText(appointment, sender),
    attachments: [
      calendarAttachment(appointment, sender, { ...patientEvent(appointment), method: 'CANCEL' }, now),
    ],
    sendAfter: null,
    sendBefore: appointment.endsAt,
  };
  return [
    ...forPatient(appointment, news),
    ...cancelledForHost(appointment, hostCancellationMail(appointment), sender, now),
  ];
}

/** Takes it out of the host's calendar, whether it is canceled or somebody else's. */
const cancelledForHost = (
  appointment: Appointment,
  mail: Mail,
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
