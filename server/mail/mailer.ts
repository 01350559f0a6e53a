import type { Attachment } from '../../domain/notifications/booking-notifications.ts';
import { addressOf } from '../../domain/notifications/appointment.ts';
import type { Database } from '../database/database.ts';
import type { Settings } from '../settings/settings.ts';
import { createSmtp } from './smtp.ts';

export type Message = {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that email programs recognize a message that arrives twice. */
  id?: string;
  /** The sign-in code on its own, for the development mailbox. */
  code?: string;
  attachments?: Attachment[];
};
export type Mailer = { send: (message: Message) => Promise<void>; close: () => void };

/** Sends by SMTP if that is configured. Outside production, also stores every message for /dev/mailbox. */
export function createMailer({ mail, production }: Settings, database: Database): Mailer {
  const smtp = mail.smtpUrl ? createSmtp(mail.smtpUrl, mail) : null;
  return {
    send: async ({ code, id, ...message }) => {
      await smtp?.sendMail({
        ...message,
        ...withCalendar(message.attachments ?? []),
        ...(id && { messageId: `<${id}@${domainOf(mail.from)}>` }),
      });
      if (production) return;
      await database.query(
        `insert into portal_server.mailbox (recipient, channel, subject, body_text, body_html, code, attachments)
         values ($1, 'email', $2, $3, $4, $5, $6)`,
        [
          message.to,
          message.subject,
          message.text,
          message.html,
          code,
          JSON.stringify(message.attachments ?? []),
        ],
      );
    },
    close: () => smtp?.close(),
  };
}

// A calendar file that is also an alternative part of the email makes mail readers show the call with buttons to answer.
function withCalendar(attachments: Attachment[]) {
  const calendar = attachments.find(({ contentType }) => contentType.startsWith('text/calendar'));
  if (!calendar) return { attachments };
  const method = /method=(\w+)/.exec(calendar.contentType)?.[1] ?? 'PUBLISH';
  return {
    attachments: attachments.filter((attachment) => attachment !== calendar),
    icalEvent: { method, filename: calendar.filename, content: calendar.content },
  };
}

const domainOf = (from: string) => addressOf(from).split('@').at(-1)!;
