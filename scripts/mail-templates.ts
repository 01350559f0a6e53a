import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { button, emailPage, panel, paragraph, smallPrint } from '../domain/notifications/page.ts';
import { signInCodeMail } from '../server/mail/sign-in-code.ts';

// Writes supabase/templates: each email of Supabase's auth service, in our design and without mentioning
// passwords.

const FOLDER = join(import.meta.dirname, '../supabase/templates');
const TOKEN = '{{ .Token }}';
const CODE_MINUTES = 10;

type Template = { file: string; mail: { subject: string; html: string } };

const { subject, html } = signInCodeMail(TOKEN, CODE_MINUTES);
const signInCode: Template = { file: 'sign-in-code.html', mail: { subject, html } };

/** As in all our emails with a code: nothing to click, and a sentence before the digits. */
const confirmationCode = (file: string, opening: string, care: string): Template => ({
  file,
  mail: {
    subject: 'Your confirmation code',
    html: emailPage('Your confirmation code', [
      paragraph(opening),
      panel(TOKEN, 'digits'),
      paragraph(`The code works once, for ${CODE_MINUTES} minutes.`),
      smallPrint(care),
    ]),
  },
});

/** Both mailboxes get the same template, each with its own code. */
const emailChange = confirmationCode(
  'email-change-code.html',
  'You asked to change the email address on your Béa account. We sent one code to your current address and another to your new one. Enter the code below in the portal, in the field for the address that this email came to.',
  'If you didn’t ask for this, you don’t need to do anything. Without both codes, your address stays the same. We’ll never ask you for a code by phone or message. If this surprises you, reply to this email to let us know.',
);

/** The portal never asks for one, but a signed-in person can make the auth service send it. */
const reauthentication = confirmationCode(
  'reauthentication-code.html',
  'You asked to confirm that you’re the one signed in to Béa. Enter the code below in the portal, where you asked for it.',
  'If you didn’t ask for this, you don’t need to do anything. Nothing changes without the code. To be safe, sign in and log out, which signs you out everywhere, and reply to this email to let us know.',
);

/** Has no code, because the sign-in page sends one, which would replace it. */
const invitation: Template = {
  file: 'invitation.html',
  mail: {
    subject: 'Your invitation to Béa',
    html: emailPage('Your invitation to Béa', [
      paragraph('You’re invited to Béa. Sign in with this email address, and we’ll send you a code.'),
      button('Open the portal', '{{ .SiteURL }}'),
      smallPrint('If you weren’t expecting this email, you can ignore it.'),
    ]),
  },
};

/** By the auth service's names. A `recovery` code signs in like any other, so it is emailed like one. */
export const authMails: Record<string, Template> = {
  confirmation: signInCode,
  email_change: emailChange,
  invite: invitation,
  magic_link: signInCode,
  reauthentication,
  recovery: signInCode,
};

if (import.meta.main)
  for (const { file, mail } of Object.values(authMails)) await writeFile(join(FOLDER, file), mail.html);
