import type { Session, SupabaseClient } from '@supabase/supabase-js';
import { Secret, TOTP } from 'otpauth';
import { inviteMember } from '../../testing/team.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { someAddress } from './email-changes.ts';
import { sessionAnswer } from '../session-answer.ts';
import { openSession } from '../sessions.ts';
import { USER_COLUMNS, type User } from '../users.ts';
import { call, clientOf } from './patients.ts';

/** A clock that the test controls. It starts in the middle of a 30-second step. */
export function testClock() {
  let at = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
  return {
    now: () => new Date(at),
    pass: (seconds: number) => {
      at += seconds * 1000;
    },
  };
}

/** What an authenticator app shows. */
export const codeOf = (secret: string, at: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });

export type Staff = { email: string; client: SupabaseClient; session: Session };

/** A care team member with a session opened by the emailed code, without a minute's wait for each email. */
export async function newStaff(server: TestServer, email = someAddress('coach')): Promise<Staff> {
  const { query } = server.database;
  await inviteMember(server.database, 'coach', email);
  await query('insert into auth.users (email, email_confirmed_at) values ($1, now())', [email]);
  return signInAgain(server, { email });
}

/** Signs the same person in again, without the second factor. */
export async function signInAgain(server: TestServer, { email }: Pick<Staff, 'email'>): Promise<Staff> {
  const { query } = server.database;
  const { rows } = await query<User>(`select ${USER_COLUMNS} from auth.users where email = $1`, [email]);
  const tokens = await sessionAnswer(server, await openSession(query, rows[0]!));
  const client = clientOf(server);
  const { data, error } = await client.auth.setSession(tokens);
  if (error) throw error;
  return { email, client, session: data.session! };
}

export type Enrolled = Staff & { factorId: string; secret: string };

/** The same with an authenticator app, whose first code has raised the session. */
export async function newEnrolled(server: TestServer): Promise<Enrolled> {
  const staff = await newStaff(server);
  const { factorId, secret } = await enroll(staff.client);
  return { ...staff, factorId, secret, session: await raise(server, { ...staff, factorId, secret }) };
}

export async function enroll(client: SupabaseClient, friendlyName = 'Phone') {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  return { factorId: data.id, secret: data.totp.secret };
}

async function raise(
  server: TestServer,
  { client, factorId, secret }: Omit<Enrolled, 'session'>,
): Promise<Session> {
  const code = codeOf(secret, server.now());
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw error;
  return (await client.auth.getSession()).data.session!;
}

/** As after the setup code. */
export const countFactor = (server: TestServer, { email, factorId }: Pick<Enrolled, 'email' | 'factorId'>) =>
  server.database.query('update public.care_team set factor_id = $2 where email = $1', [email, factorId]);

type Request = { method?: string; body?: unknown; headers?: Record<string, string> };

/** A raw factor call, for requests the client itself would never send. */
export const callFactors = (
  server: TestServer,
  { session }: Pick<Staff, 'session'>,
  path: string,
  { method = 'POST', body = {}, headers = {} }: Request = {},
) =>
  call(server, `/auth/v1/factors${path}`, {
    method,
    headers: { authorization: `Bearer ${session.access_token}`, ...headers },
    ...(method === 'POST' && { body }),
  });

/** A new challenge and a code for it. Returns the status and GoTrue's code. */
export async function tryCode(
  server: TestServer,
  staff: Pick<Staff, 'session'>,
  factorId: string,
  code: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; code?: string | undefined }> {
  const challenge = await callFactors(server, staff, `/${factorId}/challenge`, { headers });
  const challenged = (await challenge.json()) as { id?: string; code?: string };
  if (!challenged.id) return { status: challenge.status, code: challenged.code };
  const body = { challenge_id: challenged.id, code };
  const answer = await callFactors(server, staff, `/${factorId}/verify`, { body, headers });
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
}
