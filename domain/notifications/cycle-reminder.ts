import { asText, type EmailContent } from './appointment-emails.ts';
import { button, emailPage, paragraph, smallPrint } from './page.ts';

/**
 * Says that there is something for today, but not what, and no day: bystanders can read it on a locked
 * phone.
 */
export function cycleReminderEmail(siteUrl: string): EmailContent {
  const subject = 'A reminder from your portal';
  const opening = 'You asked us to remind you. Sign in to see your next step.';
  const closing = 'You can turn these emails off under reminders, on your account page.';
  const address = `${siteUrl}/home`;
  return {
    subject,
    text: asText([opening, address, closing]),
    html: emailPage(subject, [paragraph(opening), button('Open the portal', address), smallPrint(closing)]),
  };
}
