import { JOIN_MINUTES_BEFORE } from '../booking/join-window.ts';
import { fullTime } from '../time/zoned-words.ts';
import { minutesOf, portalLink, type Appointment, type Sender } from './appointment.ts';
import { button, emailPage, panel, paragraph, smallPrint } from './page.ts';

export type EmailContent = { subject: string; text: string; html: string };

/*
 * A locked phone shows an email's subject and first line to bystanders, so neither says what the call is
 * about. Times are never relative: an email may be read or sent late.
 */

export const confirmationEmail = (appointment: Appointment, sender: Sender): EmailContent =>
  toPatient(appointment, sender, {
    subject: 'Your call is booked',
    opening: `Your call with ${appointment.host.name} is booked.`,
    closing: 'Open the calendar file in this email to add the call to your calendar.',
  });

export const dayReminderEmail = (appointment: Appointment, sender: Sender): EmailContent =>
  toPatient(appointment, sender, {
    subject: 'A reminder of your call',
    opening: `This is a reminder of your call with ${appointment.host.name}.`,
    closing: 'If you need anything before then, reply to this email.',
  });

export const startReminderEmail = (appointment: Appointment, sender: Sender): EmailContent =>
  toPatient(appointment, sender, {
    subject: 'Your call is about to start',
    opening: `${appointment.host.name} is looking forward to talking to you.`,
    closing: 'If you have trouble joining, reply to this email.',
  });

export const hostEmail = (appointment: Appointment): EmailContent =>
  toHost(appointment, {
    subject: 'A new call is booked',
    opening: appointment.byTeam
      ? `You have a call with ${patientForHost(appointment)}`.replace(/\.?$/, '.')
      : `${patientForHost(appointment)} has booked a call with you.`,
    closing: 'Open the calendar file in this email to add the call to your calendar.',
  });

const JOIN_TIME = `from ${JOIN_MINUTES_BEFORE} minutes before the call starts until it ends`;
const WAY_IN = {
  words: `This link is only for you. You can join ${JOIN_TIME}.`,
  label: 'Open the call',
};
const WAY_TO_SIGN_IN = {
  words: `Sign in to the team workspace to join, ${JOIN_TIME}.`,
  label: 'Sign in',
};

export function toHost(appointment: Appointment, { subject, opening, closing }: Words): EmailContent {
  const time = fullTime(appointment.startsAt, appointment.host.timeZone);
  const link = appointment.hostLink;
  const { words, label } = link?.needsSignIn ? WAY_TO_SIGN_IN : WAY_IN;
  return {
    subject,
    text: asText([opening, time, aboutCall(appointment), ...(link ? [words, link.url] : []), closing]),
    html: emailPage(subject, [
      paragraph(opening),
      panel(time, 'words'),
      paragraph(aboutCall(appointment)),
      ...(link ? [paragraph(words), button(label, link.url)] : []),
      smallPrint(closing),
    ]),
  };
}

/** Enough for the host to recognize the patient, and no more: email is read on phones and in public. */
export const patientForHost = ({ patient: { firstName, lastName } }: Appointment): string =>
  [firstName, lastName && `${String.fromCodePoint(lastName.codePointAt(0)!)}.`].filter(Boolean).join(' ') ||
  'A patient';

type Words = { subject: string; opening: string; closing: string };

export function toPatient(
  appointment: Appointment,
  sender: Sender,
  { subject, opening, closing }: Words,
): EmailContent {
  const greeting = greetingTo(appointment);
  const time = fullTime(appointment.startsAt, appointment.patient.timeZone);
  const link = portalLink(sender);
  return {
    subject,
    text: asText([greeting, opening, time, aboutCall(appointment), howToJoin(appointment), link, closing]),
    html: emailPage(subject, [
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
    ? `You can join from the portal, starting ${JOIN_MINUTES_BEFORE} minutes before your call.`
    : `${appointment.host.name} will call you at the number we have for you. The portal shows all your calls.`;

export const asText = (paragraphs: string[]): string => `${[...paragraphs, 'Béa'].join('\n\n')}\n`;
