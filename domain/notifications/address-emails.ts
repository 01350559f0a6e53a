import { CODE_MINUTES } from '../account/leaving.ts';
import { asText, type EmailContent } from './appointment-emails.ts';
import { emailPage, panel, paragraph, smallPrint } from './page.ts';

/** The two mailboxes in a change of address: the current one and the new one. */
export type Mailbox = 'current' | 'new';

/**
 * As in sign-in codes: nothing to click, and a sentence before the digits, because a locked phone shows the
 * first line.
 */
export function addressCodeEmail(code: string, mailbox: Mailbox): EmailContent {
  const subject = 'Your confirmation code';
  const opening =
    mailbox === 'current'
      ? 'You asked to change the email address on your Béa account. Enter the code below in the portal, as the code sent to your current address.'
      : 'You asked to use this email address for your Béa account. Enter the code below in the portal, as the code sent to your new address.';
  const life = `The code works once, for ${CODE_MINUTES} minutes.`;
  const care =
    mailbox === 'current'
      ? 'If you didn’t ask for this, your address stays the same. Nothing changes without the code. To be safe, sign in and log out, which signs you out everywhere, and reply to this email to let us know.'
      : 'If you didn’t ask for this, you can ignore this email. Nothing happens without the code.';
  return {
    subject,
    text: asText([opening, code, life, care]),
    html: emailPage(subject, [paragraph(opening), panel(code, 'digits'), paragraph(life), smallPrint(care)]),
  };
}

/**
 * The same words to both mailboxes, and without either address: the old one may belong to someone else by
 * now. The database writes it, in the transaction of the change
 * (supabase/schemas/sign-in/change-of-address.sql); tests compare the two. @internal
 */
export function addressChangedEmail(): EmailContent {
  const subject = 'Your email address has changed';
  const opening = 'The email address on your Béa account has changed.';
  const now =
    'From now on, sign in with your new address. We’ll send our messages there, too. You’ve been signed out on all your other devices.';
  const care = 'If you didn’t change it, reply to this email and let us know right away.';
  return {
    subject,
    text: asText(['Hello,', opening, now, care]),
    html: emailPage(subject, [paragraph('Hello,'), paragraph(opening), paragraph(now), smallPrint(care)]),
  };
}
