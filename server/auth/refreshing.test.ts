import type { Session } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { call, clientOf, openEveryConnection, refreshWith, signIn } from './testing/patients.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const sessionIn = async (answer: Response) => (await answer.json()) as Session;

async function refusalIn(answer: Response): Promise<unknown> {
  expect(answer.status).toBe(400);
  return answer.json();
}

/** As if this much time had passed since the patient's tokens were rotated. */
async function letTokensRest(session: Session, time: string): Promise<void> {
  await server.database.query(
    'update auth.refresh_tokens set updated_at = updated_at - $2::interval where user_id = $1',
    [session.user.id, time],
  );
}

test('a refresh gives new tokens for the same session', async () => {
  const { client, session } = await signIn(server, 'ada@example.com');
  const { data, error } = await client.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session!.refresh_token).not.toBe(session.refresh_token);
  expect(data.session).toMatchObject({
    expires_in: 600,
    token_type: 'bearer',
    user: { id: session.user.id },
  });
  expect((await client.auth.getUser()).data.user?.id).toBe(session.user.id);
});

test('two refreshes in one second return two tokens, both valid', async () => {
  const { client, session } = await signIn(server, 'twice@example.com');
  const first = await sessionIn(await refreshWith(server, session.refresh_token));
  const second = await sessionIn(await refreshWith(server, first.refresh_token));
  const tokens = [session, first, second].map((each) => each.access_token);
  expect(new Set(tokens).size).toBe(3);
  for (const token of tokens) expect((await client.auth.getUser(token)).error).toBeNull();
});

test('50 tabs that refresh at once agree on one token, and no one is signed out', async () => {
  const { session } = await signIn(server, 'tabs@example.com');
  await openEveryConnection(server);
  // Raw calls, because the client would retry and hide a refused tab.
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => refreshWith(server, session.refresh_token)),
  );
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
  const tabs = await Promise.all(answers.map((answer) => sessionIn(answer)));
  const tokens = new Set(tabs.map((tab) => tab.refresh_token));
  expect(tokens.size).toBe(1);
  const { data, error } = await clientOf(server).auth.refreshSession({ refresh_token: [...tokens][0]! });
  expect(error).toBeNull();
  expect(data.user?.id).toBe(session.user.id);
});

test('the token before the current one is still good 9 seconds after its rotation', async () => {
  const { session } = await signIn(server, 'slow-tab@example.com');
  const current = await sessionIn(await refreshWith(server, session.refresh_token));
  await letTokensRest(session, '9 seconds');
  expect(await sessionIn(await refreshWith(server, session.refresh_token))).toMatchObject({
    refresh_token: current.refresh_token,
  });
});

test('a stolen token used after its rotation ends the session for both', async () => {
  const { client, session } = await signIn(server, 'stolen@example.com');
  const current = await sessionIn(await refreshWith(server, session.refresh_token));
  await letTokensRest(session, '11 seconds');
  expect(await refusalIn(await refreshWith(server, session.refresh_token))).toEqual({
    code: 'refresh_token_already_used',
    message: 'Invalid Refresh Token: Already Used',
  });
  expect(await refusalIn(await refreshWith(server, current.refresh_token))).toMatchObject({
    code: 'refresh_token_not_found',
  });
  const { error } = await client.auth.getUser(current.access_token);
  expect(error).toMatchObject({ name: 'AuthSessionMissingError' });
});

test('a token from generations ago ends the session too', async () => {
  const { session } = await signIn(server, 'ancient@example.com');
  let current = session;
  for (let n = 0; n < 3; n++) current = await sessionIn(await refreshWith(server, current.refresh_token));
  await letTokensRest(session, '11 seconds');
  expect(await refusalIn(await refreshWith(server, session.refresh_token))).toMatchObject({
    code: 'refresh_token_already_used',
  });
  expect((await refreshWith(server, current.refresh_token)).status).toBe(400);
});

test('ending one family leaves the sessions on other devices alone', async () => {
  const phone = await signIn(server, 'devices@example.com');
  const laptop = await signIn(server, 'devices@example.com');
  await refreshWith(server, phone.session.refresh_token);
  await letTokensRest(phone.session, '11 seconds');
  expect((await refreshWith(server, phone.session.refresh_token)).status).toBe(400);
  expect((await refreshWith(server, laptop.session.refresh_token)).status).toBe(200);
});

test.each(['', 'abc', 'A'.repeat(43), 'x'.repeat(10_000)])('a made-up token is refused', async (token) => {
  const refusal = await refusalIn(await refreshWith(server, token));
  expect(refusal).toMatchObject({ code: token ? 'refresh_token_not_found' : 'validation_failed' });
});

test('a session that was idle for two weeks has ended', async () => {
  const { session } = await signIn(server, 'resting@example.com');
  await server.database.query(
    "update auth.sessions set not_after = not_after - interval '14 days' where user_id = $1",
    [session.user.id],
  );
  const bearer = { authorization: `Bearer ${session.access_token}` };
  expect((await call(server, '/auth/v1/user', { headers: bearer })).status).toBe(401);
  expect(await refusalIn(await refreshWith(server, session.refresh_token))).toMatchObject({
    code: 'session_expired',
  });
});

test('a refresh allows two more idle weeks, but never beyond 90 days', async () => {
  const { session } = await signIn(server, 'long@example.com');
  const daysLeft = async (age: number) => {
    await server.database.query(
      'update auth.sessions set created_at = now() - make_interval(days => $2) where user_id = $1',
      [session.user.id, age],
    );
    Object.assign(session, await sessionIn(await refreshWith(server, session.refresh_token)));
    const { rows } = await server.database.query<{ days: number }>(
      'select round(extract(epoch from not_after - now()) / 86400)::integer as days from auth.sessions where user_id = $1',
      [session.user.id],
    );
    return rows[0]!.days;
  };
  expect(await daysLeft(30)).toBe(14);
  expect(await daysLeft(85)).toBe(5);
});

test.each([
  ['taken back', 'update public.invitations set revoked_at = now() where email = $1'],
  ['thrown away', 'delete from public.invitations where email = $1'],
])('a patient whose invitation was %s has no session left to refresh', async (how, statement) => {
  const email = `${how.replace(' ', '-')}@example.com`;
  const { client, session } = await signIn(server, email);
  await server.database.query(statement, [email]);
  expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
  expect(await refusalIn(await refreshWith(server, session.refresh_token))).toMatchObject({
    code: 'refresh_token_not_found',
  });
});

test.each(['password', 'id_token', 'pkce', 'web3', 'authorization_code', ''])(
  'the grant type %j is refused',
  async (grant) => {
    const body = { email: 'ada@example.com', password: 'secret', refresh_token: 'x' };
    const answer = await call(server, `/auth/v1/token?grant_type=${grant}`, { body });
    expect(await refusalIn(answer)).toMatchObject({ code: 'unsupported_grant_type' });
  },
);
