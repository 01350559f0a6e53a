import { CODE_MINUTES } from '../account/leaving.ts';
import { asText, type Mail } from './appointment-mails.ts';
import { mailPage, panel, paragraph, smallPrint } from './page.ts';

/** The two mailboxes of a change of address: the one on file, and the one that is to take its place. */
export type Mailbox = 'current' | 'new';

/** As in sign-in codes: nothing to click, and a sentence before the digits, because a locked phone shows the first line. */
export function addressCodeMail(code: string, mailbox: Mailbox): Mail {
  const subject = 'Your confirmation code';
  const opening =
    mailbox === 'current'
      ? 'You asked to change the email address of your Béa account. Enter the code below in the portal, as the code sent to your current address.'
      : 'You asked to use this email address for your Béa account. Enter the code below in the portal, as the code sent to your new address.';
  const life = `The code works once, and for ${CODE_MINUTES} minutes.`;
  const care =
    mailbox === 'current'
      ? 'If you did not ask for it, your address stays as it is: nothing changes without the code. To be safe, sign in and log out, which signs you out everywhere, and let us know by replying to this email.'
      : 'If you did not ask for it, you can ignore this email: nothing happens without the code.';
  return {
    subject,
    text: asText([opening, code, life, care]),
    html: mailPage(subject, [paragraph(opening), panel(code, 'digits'), paragraph(life), smallPrint(care)]),
  };
}

/**
 * The same words to both mailboxes, and without either address: the old one may be somebody else's by now. The database
 * writes it itself, in the transaction of the change (supabase/schemas/sign-in/change-of-address.sql).
 */
export function addressChangedMail(): Mail {
  const subject = 'Your email address has changed';
  const opening = 'The email address of your Béa account has changed.';
  const now =
    'From now on you sign in with the new address, and our messages go there. You have been signed out on all your other devices.';
  const care = 'If it was not you who changed it, tell us at once by replying to this email.';
  return {
    subject,
    text: asText(['Hello,', opening, now, care]),
    html: mailPage(subject, [paragraph('Hello,'), paragraph(opening), paragraph(now), smallPrint(care)]),
  };
}
