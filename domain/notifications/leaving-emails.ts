import { CODE_MINUTES, DAYS_TO_CHANGE_ONES_MIND } from '../account/leaving.ts';
import type { Instant } from '../time/instant.ts';
import { asText, toHost, type EmailContent } from './appointment-emails.ts';
import { fullTime } from '../time/zoned-words.ts';
import type { Appointment } from './appointment.ts';
import { button, emailPage, panel, paragraph, smallPrint } from './page.ts';

/** As in sign-in codes: nothing to click, and a sentence before the digits, because a locked phone shows the first line. */
export function leavingCodeEmail(code: string): EmailContent {
  const subject = 'Your confirmation code';
  const opening =
    'You asked to delete your Béa account. Enter the code below in the portal, where you asked for it.';
  const life = `The code works once, for ${CODE_MINUTES} minutes.`;
  const care =
    'If you didn’t ask for this, you don’t need to do anything. Without the code, your account stays the same. To be safe, sign in and log out, which signs you out everywhere, and reply to this email to let us know.';
  return {
    subject,
    text: asText([opening, code, life, care]),
    html: emailPage(subject, [paragraph(opening), panel(code, 'digits'), paragraph(life), smallPrint(care)]),
  };
}

export type Leaving = { firstName: string | null; leavesAt: Instant; timeZone: string; accountLink: string };

export function leavingEmail({ firstName, leavesAt, timeZone, accountLink }: Leaving): EmailContent {
  const subject = 'Your account will be deleted';
  const opening = 'You asked us to delete your account. We’ll delete it, with everything in it, on:';
  const time = fullTime(leavesAt, timeZone);
  const meanwhile =
    'Until then, nothing changes except that we won’t send you reminders or other messages. Calls booked before that day stay booked. Later ones are canceled when we delete the account.';
  const mind = `You have ${DAYS_TO_CHANGE_ONES_MIND} days to change your mind. Just sign in and select Keep my account. You can also download a copy of everything.`;
  const closing = 'After that, we can’t restore anything.';
  return {
    subject,
    text: asText([greeting(firstName), opening, time, meanwhile, mind, accountLink, closing]),
    html: emailPage(subject, [
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

export function stayingEmail(firstName: string | null): EmailContent {
  const subject = 'We’ve kept your account';
  const words = 'We’re glad you’re staying. We haven’t deleted anything.';
  const closing = 'If you didn’t choose this, reply to this email.';
  return {
    subject,
    text: asText([greeting(firstName), words, closing]),
    html: emailPage(subject, [paragraph(greeting(firstName)), paragraph(words), smallPrint(closing)]),
  };
}

/** Names no one: it outlives the account. */
export const hostFarewellEmail = (appointment: Appointment): EmailContent =>
  toHost(appointment, {
    subject: 'A call is canceled',
    opening:
      'The person who booked this call deleted their account, so the call is canceled. This time is open again:',
    closing: 'Open the calendar file in this email to remove the call from your calendar.',
  });

const greeting = (firstName: string | null): string => (firstName ? `Hello ${firstName},` : 'Hello,');
