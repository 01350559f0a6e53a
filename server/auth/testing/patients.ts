import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';
import type { TestServer } from '../../testing/test-server.ts';

/** The portal's client, as it comes from npm. */
export const clientOf = (server: TestServer): SupabaseClient =>
  createClient(server.url, server.keys.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });

/** A raw call as supabase-js makes it, for requests the client itself would never send. */
export function call(
  server: TestServer,
  path: string,
  { method, headers, body }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      apikey: server.keys.anonKey,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

export const askForCode = (server: TestServer, email: string, headers: Record<string, string> = {}) =>
  call(server, '/auth/v1/otp', { body: { email, create_user: true }, headers });

export const submitCode = (
  server: TestServer,
  email: string,
  token: string,
  headers: Record<string, string> = {},
) => call(server, '/auth/v1/verify', { body: { email, token, type: 'email' }, headers });

export const refreshWith = (server: TestServer, refreshToken: string) =>
  call(server, '/auth/v1/token?grant_type=refresh_token', { body: { refresh_token: refreshToken } });

/** The code in the latest email to this address. */
export async function codeFor(server: TestServer, email: string): Promise<string> {
  const [newest] = await server.mail(email);
  if (!newest?.code) throw new Error('no code was sent');
  return newest.code;
}

export const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** As if this much time had passed since the address's last email. */
export async function letTimePass(server: TestServer, email: string, time: string): Promise<void> {
  await server.database.query(
    `update portal_server.sign_in_codes set sent_at = sent_at - $2::interval, expires_at = expires_at - $2::interval
     where email = $1`,
    [email, time],
  );
}

/** Waiting for connections would serialize the calls: for tests about concurrent calls. */
export async function openEveryConnection({ database }: TestServer): Promise<void> {
  await Promise.all(Array.from({ length: 10 }, () => database.query('select pg_sleep(0.2)')));
}

/** An invited patient who has just signed in with their code. */
export async function signIn(
  server: TestServer,
  email: string,
): Promise<{ client: SupabaseClient; session: Session }> {
  await server.database.query(
    `insert into public.invitations (email, first_name, last_name) values ($1, 'Test', 'Patient') on conflict do nothing`,
    [email],
  );
  await letTimePass(server, email, '1 hour');
  const client = clientOf(server);
  const sent = await client.auth.signInWithOtp({ email });
  if (sent.error) throw sent.error;
  const verified = await client.auth.verifyOtp({ email, token: await codeFor(server, email), type: 'email' });
  if (!verified.data.session) throw verified.error ?? new Error('no session');
  return { client, session: verified.data.session };
}
