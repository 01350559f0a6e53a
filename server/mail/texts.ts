import type { Database } from '../database/database.ts';
import type { Settings, TextSettings } from '../settings/settings.ts';

export type Text = { id: string; to: string; text: string };
export type Texts = { send: (text: Text) => Promise<void> };

/** A refusal by the text service, known by its status alone: what it says may repeat the number. */
export class TextRefused extends Error {
  readonly code: string;

  constructor(status: number) {
    super(`The text service answered ${status}`);
    this.code = `HTTP ${status}`;
  }
}

const SMS_TIMEOUT_MS = 10_000;

/** Sends where a service is set, and outside production keeps what it sent. Null where texts are not to be had. */
export function createTexts({ texts, production }: Settings, database: Database): Texts | null {
  if (!texts && production) return null;
  return {
    send: async (text) => {
      if (texts) await post(texts, text);
      if (production) return;
      await database.query(
        `insert into portal_server.mailbox (recipient, channel, body_text) values ($1, 'sms', $2)`,
        [text.to, text.text],
      );
    },
  };
}

/** As Twilio wants it: a form, answered with 201. */
async function post({ url, token, from }: TextSettings, { id, to, text }: Text): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: credential(token), 'Idempotency-Key': id },
    body: new URLSearchParams({ To: to, ...(from && { From: from }), Body: text }),
    redirect: 'error',
    signal: AbortSignal.timeout(SMS_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new TextRefused(response.status);
}

// Twilio's credential is an account and its secret; services that resemble it mostly give one token.
const credential = (token: string) =>
  token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`;
