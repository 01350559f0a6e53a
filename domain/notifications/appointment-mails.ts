import { JOIN_MINUTES_BEFORE } from '../booking/join-window.ts';
import { fullTime } from '../time/zoned-words.ts';
import { minutesOf, portalLink, type Appointment, type Sender } from './appointment.ts';
import { button, mailPage, panel, paragraph, smallPrint } from './page.ts';

export type Mail = { subject: string; text: string; html: string };

/*
 * A locked phone shows a mail's subject and first line to whoever is near, so neither says what the call is about.
 * Nothing is said in days or minutes from now: a mail may be read late, or be sent late.
 */

export const confirmationMail = (appointment: Appointment, sender: Sender): Mail =>
  toPatient(appointment, sender, {
    subject: 'Your call is booked',
    opening: `Your call with ${appointment.host.name} is booked.`,
    closing: 'The calendar file in this email puts the call in your calendar.',
  });

export const dayReminderMail = (appointment: Appointment, sender: Sender): Mail =>
  toPatient(appointment, sender, {
    subject: 'A reminder of your call',
    opening: `This is a reminder of your call with ${appointment.host.name}.`,
    closing: 'If you need anything before then, reply to this email.',
  });

export const startReminderMail = (appointment: Appointment, sender: Sender): Mail =>
  toPatient(appointment, sender, {
    subject: 'Your call is about to start',
    opening: `${appointment.host.name} is looking forward to talking with you.`,
    closing: 'If you have trouble joining, reply to this email.',
  });

export const hostMail = (appointment: Appointment): Mail =>
  toHost(appointment, {
    subject: 'A new call is booked',
    opening: appointment.byTeam
      ? `You have a call with ${patientForHost(appointment)}`.replace(/\.?$/, '.')
      : `${patientForHost(appointment)} has booked a call with you.`,
    closing: 'The calendar file in this email puts the call in your calendar.',
  });

const JOIN_TIME = `from ${JOIN_MINUTES_BEFORE} minutes before the start until its end`;
const WAY_IN = {
  words: `This link is yours alone. It opens the call ${JOIN_TIME}.`,
  label: 'Open the call',
};
const WAY_TO_SIGN_IN = {
  words: `Sign in as a member of the team to open the call, ${JOIN_TIME}.`,
  label: 'Sign in',
};

export function toHost(appointment: Appointment, { subject, opening, closing }: Words): Mail {
  const time = fullTime(appointment.startsAt, appointment.host.timeZone);
  const link = appointment.hostLink;
  const { words, label } = link?.needsSignIn ? WAY_TO_SIGN_IN : WAY_IN;
  return {
    subject,
    text: asText([opening, time, aboutCall(appointment), ...(link ? [words, link.url] : []), closing]),
    html: mailPage(subject, [
      paragraph(opening),
      panel(time, 'words'),
      paragraph(aboutCall(appointment)),
      ...(link ? [paragraph(words), button(label, link.url)] : []),
      smallPrint(closing),
    ]),
  };
}

/** Enough for the host to know who it is, and no more: mail is read on phones and in trains. */
export const patientForHost = ({ patient: { firstName, lastName } }: Appointment): string =>
  [firstName, lastName && `${String.fromCodePoint(lastName.codePointAt(0)!)}.`].filter(Boolean).join(' ') ||
  'Somebody';

type Words = { subject: string; opening: string; closing: string };

export function toPatient(
  appointment: Appointment,
  sender: Sender,
  { subject, opening, closing }: Words,
): Mail {
  const greeting = greetingTo(appointment);
  const time = fullTime(appointment.startsAt, appointment.patient.timeZone);
  const link = portalLink(sender);
  return {
    subject,
    text: asText([greeting, opening, time, aboutCall(appointment), howToJoin(appointment), link, closing]),
    html: mailPage(subject, [
      paragraph(greeting),
      paragraph(opening),
      panel(time, 'words'),
      paragraph(aboutCall(appointment)),
      paragraph(howToJoin(appointment)),
      button('Open the portal', link),
      smallPrint(closing),
    ]),
  };
}

export const greetingTo = ({ patient: { firstName } }: Appointment): string =>
  firstName ? `Hello ${firstName},` : 'Hello,';

const aboutCall = (appointment: Appointment): string =>
  `${appointment.name}, ${minutesOf(appointment)} minutes, ${appointment.interactionType === 'video_call' ? 'by video' : 'by phone'}.`;

const howToJoin = (appointment: Appointment): string =>
  appointment.interactionType === 'video_call'
    ? `You can join from the portal, from ${JOIN_MINUTES_BEFORE} minutes before the start.`
    : `${appointment.host.name} will call you on the number that we have for you. The portal shows all your calls.`;

export const asText = (paragraphs: string[]): string => `${[...paragraphs, 'Béa'].join('\n\n')}\n`;
