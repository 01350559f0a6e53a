import { asText, type Mail } from './appointment-mails.ts';
import { button, mailPage, paragraph, smallPrint } from './page.ts';

/** Tells somebody that they can sign in, and nothing of what for: whoever is near reads it on a locked phone, too. */
export function invitationMail(siteUrl: string, firstName: string): Mail {
  const subject = 'Your portal is ready';
  const greeting = `Hello ${firstName},`;
  const opening =
    'You can sign in to your portal now. Please use this email address: we send you a code each time.';
  const closing = 'If you did not expect this email, you can delete it. Nothing happens without a code.';
  return {
    subject,
    text: asText([greeting, opening, siteUrl, closing]),
    html: mailPage(subject, [
      paragraph(greeting),
      paragraph(opening),
      button('Open the portal', siteUrl),
      smallPrint(closing),
    ]),
  };
}
