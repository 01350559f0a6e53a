import { asText, type Mail } from './appointment-mails.ts';
import { button, mailPage, paragraph, smallPrint } from './page.ts';

export const NEWS_SUBJECT = 'There is something new in your portal';

/** Says that there is something and nothing of what: whoever is near reads it on a locked phone, too. */
export function newsMail(siteUrl: string, noteId: string): Mail {
  const subject = NEWS_SUBJECT;
  const opening = 'Your care team has left something for you. Sign in to read it.';
  const closing = 'You can turn these emails off under reminders, on your account page.';
  const address = `${siteUrl}/read/${noteId}`;
  return {
    subject,
    text: asText([opening, address, closing]),
    html: mailPage(subject, [paragraph(opening), button('Open the portal', address), smallPrint(closing)]),
  };
}
