import { base64 } from '../../../../domain/export/base64.ts';
import { post } from './post.ts';

/** A text service with Twilio's API. */
export type TextService = { url: string; token: string; from: string | null };
export type Text = { id: string; to: string; text: string };

/** Twilio's format: a form, answered with 201. */
export const sendText = ({ url, token, from }: TextService, { id, to, text }: Text): Promise<void> =>
  post(url, {
    headers: {
      // Twilio's credential is an account and its secret. Similar services usually use one token.
      Authorization: token.includes(':') ? `Basic ${base64(token)}` : `Bearer ${token}`,
      'Idempotency-Key': id,
    },
    body: new URLSearchParams({ To: to, ...(from && { From: from }), Body: text }),
  });
