import { expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { codeOf, newEnrolled, signInAgain } from './testing/staff.ts';
import { askForCode, submitCode, call, codeFor, letTimePass, refreshWith } from './testing/patients.ts';

type Session = { access_token: string; refresh_token: string; user: { id: string } };

async function signIn(server: TestServer): Promise<Session> {
  await askForCode(server, 'ada@example.com');
  const answer = await submitCode(server, 'ada@example.com', await codeFor(server, 'ada@example.com'));
  expect(answer.status).toBe(200);
  return (await answer.json()) as Session;
}

/** The same portal and database after the secret was replaced. */
async function beforeAndAfter(): Promise<[TestServer, TestServer]> {
  const before = await startTestServer({ JWT_SECRET: 'the-secret-that-somebody-knew-when-they-left' });
  const after = await startTestServer(
    { JWT_SECRET: 'the-secret-that-npm-run-keys-has-made-anew' },
    { database: { url: before.databaseUrl } },
  );
  onTestFinished(async () => {
    await after.stop();
    await before.stop();
  });
  await before.invite('ada@example.com');
  return [before, after];
}

test('a new secret ends every session, code, key and link of the old one, and leaves the record unchanged', async () => {
  const [before, after] = await beforeAndAfter();
  const session = await signIn(before);
  await letTimePass(before, 'ada@example.com', '2 minutes');
  await askForCode(before, 'ada@example.com');
  const codeUnderWay = await codeFor(before, 'ada@example.com');
  const hostLink = await before.keys.sign({ role: 'anon', exp: Date.now() / 1000 + 3600, call_id: 'x' });

  const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const userOf = (server: TestServer) => call(server, '/auth/v1/user', withToken(session.access_token));
  expect((await userOf(before)).status).toBe(200);
  expect((await userOf(after)).status).toBe(401);
  expect((await refreshWith(after, session.refresh_token)).status).toBe(400);
  expect((await submitCode(after, 'ada@example.com', codeUnderWay)).status).toBe(403);
  const entering = { body: { room: 'x' }, ...withToken(hostLink) };
  expect((await call(after, '/functions/v1/enter-call', entering)).status).toBe(401);
  for (const key of [before.keys.anonKey, before.keys.serviceRoleKey]) {
    const asked = await call(after, '/rest/v1/customers?select=user_id', { headers: { apikey: key } });
    expect(asked.status).toBe(401);
  }

  await letTimePass(after, 'ada@example.com', '2 minutes');
  expect((await signIn(after)).user.id).toBe(session.user.id);
});

test('a second factor from before the new secret cannot be read, which says so and counts as no wrong code', async () => {
  const [before, after] = await beforeAndAfter();
  const staff = await newEnrolled(before);
  const { client } = await signInAgain(after, staff);
  const code = codeOf(staff.secret, new Date(Date.now() + 30_000));
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId: staff.factorId, code });
  expect(error).toMatchObject({ status: 500, message: expect.stringContaining('Please have it reset.') });
  const { rowCount } = await after.database.query(
    `select from private.factor_tries where wrong_at <> '{}' or locked_until > now()`,
  );
  expect(rowCount).toBe(0);
});
