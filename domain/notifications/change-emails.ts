import {
  asText,
  greetingTo,
  patientForHost,
  toHost,
  toPatient,
  type EmailContent,
} from './appointment-emails.ts';
import { fullTime } from '../time/zoned-words.ts';
import { portalLink, type Appointment, type Move, type Sender } from './appointment.ts';
import { button, emailPage, panel, paragraph, smallPrint } from './page.ts';

const TAKEN_OUT = 'Open the calendar file in this email to remove the call from your calendar.';

export const moveEmail = ({ from, to }: Move, sender: Sender): EmailContent =>
  toPatient(to, sender, {
    subject: 'Your call has a new time',
    opening:
      from.host.email === to.host.email
        ? `Your call with ${to.host.name} has moved. The new time is:`
        : `Your call has moved and will be with ${to.host.name} instead of ${from.host.name}. The new time is:`,
    closing: `It was originally on ${fullTime(from.startsAt, to.patient.timeZone)}. Open the calendar file in this email to move it in your calendar.`,
  });

/** The time stays, and someone else calls. */
export const givenEmail = ({ from, to }: Move, sender: Sender): EmailContent =>
  toPatient(to, sender, {
    subject: 'A change to your call',
    opening: `Your call will be with ${to.host.name} instead of ${from.host.name}. The time stays the same:`,
    closing: 'Open the calendar file in this email to update the call in your calendar.',
  });

export const hostMoveEmail = ({ from, to }: Move): EmailContent =>
  toHost(to, {
    subject: 'A call has a new time',
    opening: to.byTeam
      ? `The call with ${patientForHost(to)} has moved. The new time is:`
      : `${patientForHost(to)} moved their call with you. The new time is:`,
    closing: `It was originally on ${fullTime(from.startsAt, to.host.timeZone)}. Open the calendar file in this email to move it in your calendar.`,
  });

export const hostCancellationEmail = (appointment: Appointment): EmailContent =>
  toHost(appointment, {
    subject: 'A call is canceled',
    opening: `The call with ${patientForHost(appointment)} is canceled. It was scheduled for:`,
    closing: TAKEN_OUT,
  });

/** For the host whose call was reassigned: the call still takes place. */
export const hostLostEmail = (appointment: Appointment): EmailContent =>
  toHost(appointment, {
    subject: 'A call was reassigned',
    opening: `The call with ${patientForHost(appointment)} is now with someone else. It was scheduled for:`,
    closing: TAKEN_OUT,
  });

/** Does not mention joining: there is no call to join. The care team's message is below the time. */
export function cancellationEmail(
  appointment: Appointment,
  sender: Sender,
  words: string | null,
): EmailContent {
  const subject = 'Your call is canceled';
  const opening = `Your call with ${appointment.host.name} is canceled. It was scheduled for:`;
  const time = fullTime(appointment.startsAt, appointment.patient.timeZone);
  const next = 'You can book another time in the portal whenever you’re ready.';
  const link = portalLink(sender);
  const said = words === null ? [] : [words];
  return {
    subject,
    text: asText([greetingTo(appointment), opening, time, ...said, next, link, TAKEN_OUT]),
    html: emailPage(subject, [
      paragraph(greetingTo(appointment)),
      paragraph(opening),
      panel(time, 'words'),
      ...said.map(paragraph),
      paragraph(next),
      button('Open the portal', link),
      smallPrint(TAKEN_OUT),
    ]),
  };
}
