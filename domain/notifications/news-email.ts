import { asText, type EmailContent } from './appointment-emails.ts';
import { button, emailPage, paragraph, smallPrint } from './page.ts';

export const NEWS_SUBJECT = 'There is something new in your portal';

/** Says that there is something new, but not what: bystanders can read it on a locked phone. */
export function newsEmail(siteUrl: string, noteId: string): EmailContent {
  const subject = NEWS_SUBJECT;
  const opening = 'Your care team added something to your portal. Sign in to read it.';
  const closing = 'You can turn these emails off under reminders, on your account page.';
  const address = `${siteUrl}/read/${noteId}`;
  return {
    subject,
    text: asText([opening, address, closing]),
    html: emailPage(subject, [paragraph(opening), button('Open the portal', address), smallPrint(closing)]),
  };
}
