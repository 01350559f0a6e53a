import { JOIN_MINUTES_BEFORE } from '../booking/join-window.ts';
import { fullTime } from '../time/zoned-words.ts';
import { minutesOf, portalLink, type Call, type Sender } from './appointment.ts';
import { button, mailPage, panel, paragraph, smallPrint } from './page.ts';

export type Mail = { subject: string; text: string; html: string };

/*
 * A locked phone shows a mail's subject and first line to whoever is near, so neither says what the call is about.
 * Nothing is said in days or minutes from now: a mail may be read late, or be sent late.
 */

export const confirmationMail = (call: Call, sender: Sender): Mail =>
  toPatient(call, sender, {
    subject: 'Your call is booked',
    opening: `Your call with ${call.host.name} is booked.`,
    closing: 'The calendar file in this email puts the call in your calendar.',
  });

export const dayReminderMail = (call: Call, sender: Sender): Mail =>
  toPatient(call, sender, {
    subject: 'A reminder of your call',
    opening: `This is a reminder of your call with ${call.host.name}.`,
    closing: 'If you need anything before then, reply to this email.',
  });

export const startReminderMail = (call: Call, sender: Sender): Mail =>
  toPatient(call, sender, {
    subject: 'Your call is about to start',
    opening: `${call.host.name} is looking forward to talking with you.`,
    closing: 'If you have trouble joining, reply to this email.',
  });

export const hostMail = (call: Call): Mail =>
  toHost(call, {
    subject: 'A new call is booked',
    opening: `${patientForHost(call)} has booked a call with you.`,
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

export function toHost(call: Call, { subject, opening, closing }: Words): Mail {
  const time = fullTime(call.startsAt, call.host.timeZone);
  const link = call.hostLink;
  const { words, label } = link?.needsSignIn ? WAY_TO_SIGN_IN : WAY_IN;
  return {
    subject,
    text: asText([opening, time, aboutCall(call), ...(link ? [words, link.url] : []), closing]),
    html: mailPage(subject, [
      paragraph(opening),
      panel(time, 'words'),
      paragraph(aboutCall(call)),
      ...(link ? [paragraph(words), button(label, link.url)] : []),
      smallPrint(closing),
    ]),
  };
}

/** Enough for the host to know who it is, and no more: mail is read on phones and in trains. */
export const patientForHost = ({ patient: { firstName, lastName } }: Call): string =>
  [firstName, lastName && `${String.fromCodePoint(lastName.codePointAt(0)!)}.`].filter(Boolean).join(' ') ||
  'Somebody';

type Words = { subject: string; opening: string; closing: string };

export function toPatient(call: Call, sender: Sender, { subject, opening, closing }: Words): Mail {
  const greeting = greetingTo(call);
  const time = fullTime(call.startsAt, call.patient.timeZone);
  const link = portalLink(sender);
  return {
    subject,
    text: asText([greeting, opening, time, aboutCall(call), howToJoin(call), link, closing]),
    html: mailPage(subject, [
      paragraph(greeting),
      paragraph(opening),
      panel(time, 'words'),
      paragraph(aboutCall(call)),
      paragraph(howToJoin(call)),
      button('Open the portal', link),
      smallPrint(closing),
    ]),
  };
}

export const greetingTo = ({ patient: { firstName } }: Call): string =>
  firstName ? `Hello ${firstName},` : 'Hello,';

const aboutCall = (call: Call): string =>
  `${call.name}, ${minutesOf(call)} minutes, ${call.interactionType === 'video_call' ? 'by video' : 'by phone'}.`;

const howToJoin = (call: Call): string =>
  call.interactionType === 'video_call'
    ? `You can join from the portal, from ${JOIN_MINUTES_BEFORE} minutes before the start.`
    : `${call.host.name} will call you on the number that we have for you. The portal shows all your calls.`;

export const asText = (paragraphs: string[]): string => `${[...paragraphs, 'Béa'].join('\n\n')}\n`;
