import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe } from 'vitest';
import { signInPatient } from '../../rest/testing.ts';
import type { DeploymentKind } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { call, clientOf, codeFor } from './patients.ts';

/** The same tests on our own tables and on a Supabase project's, where our server replaces GoTrue. */
export function onBothTables(tests: (server: () => TestServer) => void): void {
  describe.each<DeploymentKind>(['embedded', 'supabase'])(
    'on the tables of the %s deployment',
    (deployment) => {
      let server: TestServer;
      beforeAll(async () => {
        server = await startTestServer({}, { deployment });
      });
      afterAll(() => server.stop());
      tests(() => server);
    },
  );
}

export const someAddress = (name = 'patient') => `${name}-${randomUUID()}@example.com`;

export type Mover = { id: string; client: SupabaseClient; token: string; from: string; to: string };

/** A signed-in patient who wants to change to a free address. */
export async function newMover(server: TestServer): Promise<Mover> {
  const [from, to] = [someAddress('from'), someAddress('to')];
  const { id, token } = await signInPatient(server, from);
  const client = clientOf(server);
  const { error } = await client.auth.setSession({ access_token: token, refresh_token: 'none' });
  if (error) throw error;
  return { id, client, token, from, to };
}

/** The same, with both codes in their mailboxes. */
export async function newMoverWithCodes(server: TestServer): Promise<Mover> {
  const mover = await newMover(server);
  const { error } = await mover.client.auth.updateUser({ email: mover.to });
  if (error) throw error;
  return mover;
}

/** The server's status for a token: 200 while its session is live. */
export const statusOf = async (server: TestServer, token: string): Promise<number> =>
  (await call(server, '/auth/v1/user', { headers: { authorization: `Bearer ${token}` } })).status;

export const beginChange = (
  server: TestServer,
  token: string,
  body: unknown,
  headers: Record<string, string> = {},
) =>
  call(server, '/auth/v1/user', {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body,
  });

/** Whether the address can be changed to, as the portal asks before it starts. */
export const askForChange = (server: TestServer, token: string, email: string) =>
  call(server, '/functions/v1/ask-email-change', {
    headers: { authorization: `Bearer ${token}` },
    body: { email },
  });

export const submitChangeCode = (
  server: TestServer,
  email: string,
  token: string,
  headers: Record<string, string> = {},
) => call(server, '/auth/v1/verify', { body: { email, token, type: 'email_change' }, headers });

/** Submits both right codes, as the portal does. */
export async function confirmBoth(server: TestServer, { client, from, to }: Mover) {
  const first = await client.auth.verifyOtp({
    email: from,
    token: await codeFor(server, from),
    type: 'email_change',
  });
  if (first.error) throw first.error;
  return client.auth.verifyOtp({ email: to, token: await codeFor(server, to), type: 'email_change' });
}

/** As if this much time had passed since the codes were sent. That does not count as a try. */
export const letCodesAge = ({ database }: TestServer, { id }: Pick<Mover, 'id'>, time: string) =>
  database.transaction(async (query) => {
    await query('alter table auth.users disable trigger begin_email_change');
    await query(
      'update auth.users set email_change_sent_at = email_change_sent_at - $2::interval where id = $1',
      [id, time],
    );
    await query('alter table auth.users enable trigger begin_email_change');
  });

export async function addressesOf({ database }: TestServer, { id }: Pick<Mover, 'id'>) {
  const { rows } = await database.query(
    `select users.email, customer_email as record, invitations.email as invitation, coalesce(email_change, '') as pending
     from auth.users left join public.customers on user_id = users.id
     left join public.invitations on invitations.email = customer_email where users.id = $1`,
    [id],
  );
  return rows[0]!;
}
