import { asText, type EmailContent } from './appointment-emails.ts';
import { button, emailPage, paragraph, smallPrint } from './page.ts';

/** Tells someone that they can sign in, but not why: bystanders can read it on a locked phone. */
export function invitationEmail(siteUrl: string, firstName: string): EmailContent {
  const subject = 'Your portal is ready';
  const greeting = `Hello ${firstName},`;
  const opening =
    'We set up a portal for you at Béa. Sign in with this email address, and we’ll email you a code each time.';
  const closing =
    'If you weren’t expecting this email, you can delete it. No one can sign in without a code.';
  return {
    subject,
    text: asText([greeting, opening, siteUrl, closing]),
    html: emailPage(subject, [
      paragraph(greeting),
      paragraph(opening),
      button('Open the portal', siteUrl),
      smallPrint(closing),
    ]),
  };
}
