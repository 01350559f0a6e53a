import { env, requiredEnv } from '../_shared/env.ts';
import type { LeasedMessage, Send } from '../_shared/outbox.ts';

const SMS_TIMEOUT_MS = 10_000;

/** A refusal by a service, known by its status alone: what it says may repeat the address. */
class Refused extends Error {
  readonly code: string;

  constructor(status: number) {
    super(`The service answered ${status}`);
    this.code = `HTTP ${status}`;
  }
}

/** Mail by a service that is called as Resend is, because Edge Functions cannot speak SMTP; texts as Twilio wants them. */
export function senderFromEnvironment(mailFrom: string): { channels: string[]; send: Send } {
  const mail = { url: requiredEnv('MAIL_API_URL'), token: requiredEnv('MAIL_API_TOKEN') };
  const texts = env('SMS_URL') ? { url: requiredEnv('SMS_URL'), token: requiredEnv('SMS_TOKEN') } : null;
  return {
    channels: texts ? ['email', 'sms'] : ['email'],
    send: (message) =>
      message.channel === 'sms' ? sendText(texts!, message) : sendMail(mail, mailFrom, message),
  };
}

type Service = { url: string; token: string };

async function sendMail({ url, token }: Service, from: string, message: LeasedMessage): Promise<void> {
  await post(url, {
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
}

async function sendText({ url, token }: Service, { id, recipient, body_text }: LeasedMessage): Promise<void> {
  const from = env('SMS_FROM');
  await post(url, {
    headers: {
      // Twilio's credential is an account and its secret; services that resemble it mostly give one token.
      Authorization: token.includes(':') ? `Basic ${base64(token)}` : `Bearer ${token}`,
      'Idempotency-Key': id,
    },
    body: new URLSearchParams({ To: recipient, ...(from && { From: from }), Body: body_text }),
  });
}

async function post(url: string, init: RequestInit): Promise<void> {
  const response = await fetch(url, {
    ...init,
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(SMS_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Refused(response.status);
}

const base64 = (text: string) =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
