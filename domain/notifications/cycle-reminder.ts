import { asText, type Mail } from './appointment-mails.ts';
import { button, mailPage, paragraph, smallPrint } from './page.ts';

/** Says that there is something for today and nothing of what, nor of any day: whoever is near reads it on a locked phone, too. */
export function cycleReminderMail(siteUrl: string): Mail {
  const subject = 'A reminder from your portal';
  const opening = 'You asked us to remind you. Sign in to see what is next.';
  const closing = 'You can turn these emails off under reminders, on your account page.';
  const address = `${siteUrl}/home`;
  return {
    subject,
    text: asText([opening, address, closing]),
    html: mailPage(subject, [paragraph(opening), button('Open the portal', address), smallPrint(closing)]),
  };
}
