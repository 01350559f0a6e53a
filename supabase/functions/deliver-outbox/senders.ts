import { base64 } from '../../../domain/export/base64.ts';
import { env, requiredEnv } from '../_shared/env.ts';
import type { LeasedMessage, Send } from '../_shared/notifications/outbox.ts';
import { post } from '../_shared/notifications/post.ts';
import { sendText, type TextService } from '../_shared/notifications/send-text.ts';

/** Email through a service with Resend's API, because Edge Functions can't use SMTP; texts with Twilio's. */
export function senderFromEnvironment(mailFrom: string): { channels: string[]; send: Send } {
  const mail = { url: requiredEnv('MAIL_API_URL'), token: requiredEnv('MAIL_API_TOKEN') };
  const texts = textService();
  return {
    channels: texts ? ['email', 'sms'] : ['email'],
    send: (message) =>
      message.channel === 'sms'
        ? sendText(texts!, { id: message.id, to: message.recipient, text: message.body_text })
        : sendMail(mail, mailFrom, message),
  };
}

function textService(): TextService | null {
  const url = env('SMS_URL');
  return url ? { url, token: requiredEnv('SMS_TOKEN'), from: env('SMS_FROM') ?? null } : null;
}

type MailService = { url: string; token: string };

const sendMail = ({ url, token }: MailService, from: string, message: LeasedMessage): Promise<void> =>
  post(url, {
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': message.id,
    },
    body: JSON.stringify({
      from,
      to: [message.recipient],
      subject: message.subject ?? '',
      text: message.body_text,
      html: message.body_html ?? undefined,
      attachments: message.attachments.map(({ filename, contentType, content }) => ({
        filename,
        content_type: contentType,
        content: base64(content),
      })),
    }),
  });
