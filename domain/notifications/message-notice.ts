import type { EmailContent } from './appointment-emails.ts';
import { button, emailPage } from './page.ts';
import { UNREAD_MESSAGES } from '../messages/unread.ts';

/** Everything an email or a text says about a message: a locked phone shows it to bystanders. */
export const MESSAGE_NOTICE = 'Béa: you have a new message.';

/** With a link. Its URL does not reveal which conversation it opens. */
export function messageEmail(siteUrl: string): EmailContent {
  const address = siteUrl + UNREAD_MESSAGES;
  return {
    subject: MESSAGE_NOTICE,
    text: `${MESSAGE_NOTICE}\n\n${address}\n`,
    html: emailPage(MESSAGE_NOTICE, [button('Read it in the portal', address)]),
  };
}
