import { expect } from '@playwright/test';

type Session = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  user: { id: string; email: string };
};

type Mailbox = {
  url: string;
  mail: (to: string) => Promise<{ channel: string; code: string | null }[]>;
  code: (to: string) => Promise<string>;
  sql: (text: string, values?: unknown[]) => Promise<unknown>;
};

/** The codes emailed to this address, newest first. Other emails may come in between. */
export const codesOf = async ({ mail }: Pick<Mailbox, 'mail'>, to: string): Promise<string[]> =>
  (await mail(to)).flatMap(({ channel, code }) => (channel === 'email' && code !== null ? [code] : []));

/** A session of this person, signed in elsewhere. */
export async function sessionOf(clinic: Mailbox, email: string): Promise<Session> {
  const { supabaseAnonKey: apikey } = (await (await fetch(`${clinic.url}/config.json`)).json()) as {
    supabaseAnonKey: string;
  };
  const post = (path: string, body: object) =>
    fetch(`${clinic.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  // An address gets one email a minute, and an earlier story or the page may have just requested one.
  await clinic.sql(`update portal_server.sign_in_codes set sent_at = '-infinity' where email = $1`, [email]);
  const before = (await codesOf(clinic, email)).length;
  expect((await post('otp', { email })).status).toBe(200);
  await expect.poll(async () => (await codesOf(clinic, email)).length).toBeGreaterThan(before);
  const answer = await post('verify', { email, token: await clinic.code(email), type: 'email' });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Session;
}

/** The fragment that the auth service adds to a link's address. */
export const fragmentOf = ({ access_token, refresh_token, expires_in }: Session): string =>
  `#${new URLSearchParams({ access_token, expires_in: String(expires_in), refresh_token, token_type: 'bearer', type: 'magiclink' }).toString()}`;
