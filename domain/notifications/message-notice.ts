import type { Mail } from './appointment-mails.ts';
import { button, mailPage } from './page.ts';
import { UNREAD_MESSAGES } from '../messages/unread.ts';

/** All that an email or a text says of a message: a locked phone shows it to anyone nearby. */
export const MESSAGE_NOTICE = 'Béa: you have a new message.';

/** With a link. Its address does not say which conversation it opens. */
export function messageMail(siteUrl: string): Mail {
  const address = siteUrl + UNREAD_MESSAGES;
  return {
    subject: MESSAGE_NOTICE,
    text: `${MESSAGE_NOTICE}\n\n${address}\n`,
    html: mailPage(MESSAGE_NOTICE, [button('Read it in the portal', address)]),
  };
}
