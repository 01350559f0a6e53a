import { CODE_MINUTES, DAYS_TO_CHANGE_ONES_MIND } from '../account/leaving.ts';
import type { Instant } from '../time/instant.ts';
import { asText, toHost, type Mail } from './appointment-mails.ts';
import { fullTime } from '../time/zoned-words.ts';
import type { Appointment } from './appointment.ts';
import { button, mailPage, panel, paragraph, smallPrint } from './page.ts';

/** As in sign-in codes: nothing to click, and a sentence before the digits, because a locked phone shows the first line. */
export function leavingCodeMail(code: string): Mail {
  const subject = 'Your confirmation code';
  const opening =
    'You asked to delete your account with Béa. Enter the code below in the portal, where you asked for it.';
  const life = `The code works once, and for ${CODE_MINUTES} minutes.`;
  const care =
    'If you did not ask for it, do nothing: without the code your account stays as it is. If this surprises you, sign in and log out, which ends every open session, and tell us by replying to this email.';
  return {
    subject,
    text: asText([opening, code, life, care]),
    html: mailPage(subject, [paragraph(opening), panel(code, 'digits'), paragraph(life), smallPrint(care)]),
  };
}

export type Leaving = { firstName: string | null; leavesAt: Instant; timeZone: string; accountLink: string };

export function leavingMail({ firstName, leavesAt, timeZone, accountLink }: Leaving): Mail {
  const subject = 'Your account will be deleted';
  const opening = 'We have noted that you want to leave. Your account, and everything in it, is deleted on:';
  const time = fullTime(leavesAt, timeZone);
  const meanwhile =
    'Until then nothing changes, except that we no longer send you reminders or other messages. Calls that you have booked before that day stay booked; later ones are canceled with the account.';
  const mind = `You have these ${DAYS_TO_CHANGE_ONES_MIND} days to change your mind: sign in and choose Keep my account. You can also download a copy of everything.`;
  const closing = 'Afterwards we cannot bring anything back.';
  return {
    subject,
    text: asText([greeting(firstName), opening, time, meanwhile, mind, accountLink, closing]),
    html: mailPage(subject, [
      paragraph(greeting(firstName)),
      paragraph(opening),
      panel(time, 'words'),
      paragraph(meanwhile),
      paragraph(mind),
      button('Open My Account', accountLink),
      smallPrint(closing),
    ]),
  };
}

export function stayingMail(firstName: string | null): Mail {
  const subject = 'Your account stays';
  const words = 'Good to have you with us. Your account is not deleted, and everything is as it was.';
  const closing = 'If it was not you who chose this, reply to this email.';
  return {
    subject,
    text: asText([greeting(firstName), words, closing]),
    html: mailPage(subject, [paragraph(greeting(firstName)), paragraph(words), smallPrint(closing)]),
  };
}

/** Names nobody: it outlives the account. */
export const hostFarewellMail = (appointment: Appointment): Mail =>
  toHost(appointment, {
    subject: 'A call is canceled',
    opening:
      'The person who booked this call has closed their account, so it does not take place. The time is free again:',
    closing: 'The calendar file in this email takes the call out of your calendar.',
  });

const greeting = (firstName: string | null): string => (firstName ? `Hello ${firstName},` : 'Hello,');
