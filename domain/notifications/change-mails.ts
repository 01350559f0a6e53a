import { asText, greetingTo, patientForHost, toHost, toPatient, type Mail } from './appointment-mails.ts';
import { fullTime } from '../time/zoned-words.ts';
import { portalLink, type Appointment, type Move, type Sender } from './appointment.ts';
import { button, mailPage, panel, paragraph, smallPrint } from './page.ts';

const TAKEN_OUT = 'The calendar file in this email takes the call out of your calendar.';

export const moveMail = ({ from, to }: Move, sender: Sender): Mail =>
  toPatient(to, sender, {
    subject: 'Your call has a new time',
    opening:
      from.host.email === to.host.email
        ? `Your call with ${to.host.name} has moved. Its new time:`
        : `Your call has moved and will be with ${to.host.name} instead of ${from.host.name}. Its new time:`,
    closing: `It was on ${fullTime(from.startsAt, to.patient.timeZone)} before. The calendar file in this email moves it in your calendar.`,
  });

/** The time stays, and somebody else calls. */
export const givenMail = ({ from, to }: Move, sender: Sender): Mail =>
  toPatient(to, sender, {
    subject: 'A change to your call',
    opening: `Your call will be with ${to.host.name} instead of ${from.host.name}. The time is as before:`,
    closing: 'The calendar file in this email changes the call in your calendar.',
  });

export const hostMoveMail = ({ from, to }: Move): Mail =>
  toHost(to, {
    subject: 'A call has a new time',
    opening: to.byTeam
      ? `The call with ${patientForHost(to)} has moved. Its new time:`
      : `${patientForHost(to)} has moved the call with you. Its new time:`,
    closing: `It was on ${fullTime(from.startsAt, to.host.timeZone)} before. The calendar file in this email moves it in your calendar.`,
  });

export const hostCancellationMail = (appointment: Appointment): Mail =>
  toHost(appointment, {
    subject: 'A call is canceled',
    opening: `The call with ${patientForHost(appointment)} is canceled. It was planned for:`,
    closing: TAKEN_OUT,
  });

/** For the host whose call is somebody else's now: it takes place all the same. */
export const hostLostMail = (appointment: Appointment): Mail =>
  toHost(appointment, {
    subject: 'A call is no longer with you',
    opening: `The call with ${patientForHost(appointment)} is no longer with you. It was planned for:`,
    closing: TAKEN_OUT,
  });

/** Says nothing of joining: there is no call to join. The care team's own sentence stands below the time. */
export function cancellationMail(appointment: Appointment, sender: Sender, words: string | null): Mail {
  const subject = 'Your call is canceled';
  const opening = `Your call with ${appointment.host.name} is canceled. It was planned for:`;
  const time = fullTime(appointment.startsAt, appointment.patient.timeZone);
  const next = 'You can book another time in the portal whenever it suits you.';
  const link = portalLink(sender);
  const said = words === null ? [] : [words];
  return {
    subject,
    text: asText([greetingTo(appointment), opening, time, ...said, next, link, TAKEN_OUT]),
    html: mailPage(subject, [
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
