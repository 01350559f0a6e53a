import type { Session } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { holdTables } from '../testing/hold-tables.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { newNonce, refreshTokenOf } from './refresh-token.ts';
import { refreshWith, signIn } from './testing/patients.ts';

// One session's renewals: what they leave behind, and how they affect others on the same network.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function renew(refreshToken: string): Promise<Session> {
  const answer = await refreshWith(server, refreshToken);
  expect(answer.status).toBe(200);
  return (await answer.json()) as Session;
}

const refusalOf = async (refreshToken: string) => {
  const answer = await refreshWith(server, refreshToken);
  return [answer.status, ((await answer.json()) as { code: string }).code];
};
const ALREADY_USED = [400, 'refresh_token_already_used'];
const NOT_FOUND = [400, 'refresh_token_not_found'];

const tokensOf = async ({ user }: Session) =>
  (await server.database.query('select from auth.refresh_tokens where user_id = $1', [user.id])).rowCount;

/** As if this much time had passed since the patient's tokens were rotated. */
const letTokensRest = ({ user }: Session, time: string) =>
  server.database.query(
    'update auth.refresh_tokens set updated_at = updated_at - $2::interval where user_id = $1',
    [user.id, time],
  );

test('however often a session is renewed, only a few of its tokens are kept, and it stays open', async () => {
  const { session } = await signIn(server, 'often@example.com');
  let current = session;
  for (let n = 0; n < 40; n += 1) current = await renew(current.refresh_token);
  expect(await tokensOf(session)).toBe(6);
  for (let n = 0; n < 3; n += 1) {
    await letTokensRest(session, '11 seconds');
    current = await renew(current.refresh_token);
    expect(await tokensOf(session)).toBe(2);
  }
});

test('a stolen token ends the session even when it is no longer stored', async () => {
  const { session } = await signIn(server, 'no-longer-kept@example.com');
  let current = session;
  for (let n = 0; n < 3; n += 1) {
    current = await renew(current.refresh_token);
    await letTokensRest(session, '11 seconds');
  }
  expect(await tokensOf(session)).toBe(2);
  expect(await refusalOf(session.refresh_token)).toEqual(ALREADY_USED);
  expect(await refusalOf(current.refresh_token)).toEqual(NOT_FOUND);
});

test('older tokens without a session are renewed, stored, and end it when they come back', async () => {
  const { session } = await signIn(server, 'earlier@example.com');
  const nonce = 'AAAAAAAAAAAAAAAAAAAAAA';
  await server.database.query('update auth.refresh_tokens set token = $2 where user_id = $1', [
    session.user.id,
    nonce,
  ]);
  const earlier = refreshTokenOf(server.keys, nonce);
  let current = await renew(earlier);
  for (let n = 0; n < 3; n += 1) {
    await letTokensRest(session, '11 seconds');
    current = await renew(current.refresh_token);
  }
  expect(await refusalOf(earlier)).toEqual(ALREADY_USED);
  expect(await refusalOf(current.refresh_token)).toEqual(NOT_FOUND);
});

test('renewals of one session queue behind each other, and others on the same network are renewed right away', async () => {
  const [busy, calm] = [await signIn(server, 'busy@example.com'), await signIn(server, 'calm@example.com')];
  const holder = await server.database.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  await holder.query('select from auth.sessions where user_id = $1 for update', [busy.session.user.id]);
  const statuses: number[] = [];
  const renewals = Array.from({ length: 150 }, async () => {
    statuses.push((await refreshWith(server, busy.session.refresh_token)).status);
  });
  await expect.poll(() => statuses, { timeout: 6_000 }).toContain(429);
  const first = await Promise.race([
    refreshWith(server, calm.session.refresh_token).then(({ status }) => status),
    Promise.all(renewals).then(() => 'after all of them'),
  ]);
  expect(first).toBe(200);
  await holder.query('commit');
  await Promise.all(renewals);
});

test('a token of an ended session is checked once; after that it costs the database nothing', async () => {
  const { client, session } = await signIn(server, 'former@example.com');
  const newer = await renew(session.refresh_token);
  await client.auth.setSession(newer);
  await client.auth.signOut();
  expect(await refusalOf(newer.refresh_token)).toEqual(NOT_FOUND);
  const held = await holdTables(server, 'auth.sessions, auth.refresh_tokens');
  expect(await refusalOf(newer.refresh_token)).toEqual(NOT_FOUND);
  // Neither does any other token the session left behind.
  expect(await refusalOf(session.refresh_token)).toEqual(NOT_FOUND);
  await held.release();
});

test('a token that we sealed for a session that never existed is not found', async () => {
  expect(await refusalOf(refreshTokenOf(server.keys, newNonce(crypto.randomUUID())))).toEqual(NOT_FOUND);
});
