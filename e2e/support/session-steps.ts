import { expect, type Clinic } from './fixtures.ts';

type Session = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  user: { id: string; email: string };
};

/** A session of this person, signed in elsewhere. */
export async function sessionOf(clinic: Clinic, email: string): Promise<Session> {
  const { supabaseAnonKey: apikey } = (await (await fetch(`${clinic.url}/config.json`)).json()) as {
    supabaseAnonKey: string;
  };
  const post = (path: string, body: object) =>
    fetch(`${clinic.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  // An address gets one mail a minute: the page may just have asked for this one's.
  if ((await clinic.mail(email)).length === 0) expect((await post('otp', { email })).status).toBe(200);
  const answer = await post('verify', { email, token: await clinic.code(email), type: 'email' });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Session;
}

/** As the auth service puts it behind the address that a link leads to. */
export const fragmentOf = ({ access_token, refresh_token, expires_in }: Session): string =>
  `#${new URLSearchParams({ access_token, expires_in: String(expires_in), refresh_token, token_type: 'bearer', type: 'magiclink' }).toString()}`;
