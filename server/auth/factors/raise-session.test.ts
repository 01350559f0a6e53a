import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { statusOf } from '../testing/email-changes.ts';
import { call, clientOf, codeFor, openEveryConnection, refreshWith } from '../testing/patients.ts';
import {
  callFactors,
  codeOf,
  countFactor,
  enroll,
  newEnrolled,
  newStaff,
  signInAgain,
  testClock,
  tryCode,
} from '../testing/staff.ts';

const clock = testClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { now: clock.now });
});
afterAll(() => server.stop());

test('a right code from the active app ends the other sessions without a second factor, and unfinished factors', async () => {
  const staff = await newEnrolled(server);
  await enroll(staff.client, 'Half-made');
  await countFactor(server, staff);
  const stranger = await signInAgain(server, staff);
  const tablet = await signInAgain(server, staff);
  clock.pass(30);
  await tablet.client.auth.mfa.challengeAndVerify({
    factorId: staff.factorId,
    code: codeOf(staff.secret, clock.now()),
  });
  expect(await statusOf(server, stranger.session.access_token)).toBe(401);
  expect((await refreshWith(server, stranger.session.refresh_token)).status).toBe(400);
  // A session that has the factor stays, and so does the one that was just raised.
  expect(await statusOf(server, staff.session.access_token)).toBe(200);
  expect(await statusOf(server, tablet.session.access_token)).toBe(200);

  expect((await staff.client.auth.mfa.listFactors()).data!.all).toMatchObject([{ id: staff.factorId }]);
});

test.each(['global', 'others'])(
  'anyone who only reads the email ends no session that has the second factor by signing out with scope %s',
  async (scope) => {
    const staff = await newEnrolled(server);
    const reader = await signInAgain(server, staff);
    expect((await reader.client.auth.signOut({ scope: scope as 'global' | 'others' })).error).toBeNull();
    expect(await statusOf(server, staff.session.access_token)).toBe(200);
    const tablet = await signInAgain(server, staff);
    await staff.client.auth.signOut({ scope: scope as 'global' | 'others' });
    expect(await statusOf(server, tablet.session.access_token)).toBe(401);
  },
);

// Someone who planted the session in its owner's browser has its earlier tokens, and is waiting for this
// moment.
test.each([
  ['the refresh token that was good', 0],
  ['one that was rotated away a moment before', 1],
])('%s when the session was raised gets nothing, and ends it', async (_, rotations) => {
  const staff = await newStaff(server);
  const planted = staff.session.refresh_token;
  for (let n = 0; n < rotations; n += 1) expect((await refreshWith(server, planted)).status).toBe(200);
  const { factorId, secret } = await enroll(staff.client);
  await tryCode(server, staff, factorId, codeOf(secret, clock.now()));
  expect(await statusOf(server, staff.session.access_token)).toBe(200);
  const answer = await refreshWith(server, planted);
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'refresh_token_already_used' }]);
  expect(await statusOf(server, staff.session.access_token)).toBe(401);
});

test('a code in a session that already has the second factor leaves other tabs time to switch', async () => {
  const staff = await newEnrolled(server);
  clock.pass(30);
  await tryCode(server, staff, staff.factorId, codeOf(staff.secret, clock.now()));
  const answer = await refreshWith(server, staff.session.refresh_token);
  const refreshed = (await answer.json()) as { access_token: string; refresh_token: string };
  expect(decodeJwt(refreshed.access_token)['aal']).toBe('aal2');
  expect(refreshed.refresh_token).not.toBe(staff.session.refresh_token);
});

test('a refresh at the moment of the right code leaves one valid token', async () => {
  const staff = await newEnrolled(server);
  clock.pass(30);
  const { data } = await staff.client.auth.mfa.challenge({ factorId: staff.factorId });
  const body = { challenge_id: data!.id, code: codeOf(staff.secret, clock.now()) };
  await openEveryConnection(server);
  const answers = await Promise.all([
    callFactors(server, staff, `/${staff.factorId}/verify`, { body }),
    ...Array.from({ length: 4 }, () => refreshWith(server, staff.session.refresh_token)),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { rowCount } = await server.database.query(
    'select from auth.refresh_tokens where user_id = $1 and not revoked',
    [staff.session.user.id],
  );
  expect(rowCount).toBe(1);
});

test.each(['global', 'others'])(
  'anyone who only reads the email does not end a sign-in that is under way, with scope %s',
  async (scope) => {
    const owner = await newStaff(server);
    const reader = await signInAgain(server, owner);
    expect((await reader.client.auth.signOut({ scope: scope as 'global' | 'others' })).error).toBeNull();
    expect(await statusOf(server, owner.session.access_token)).toBe(200);
    expect(await statusOf(server, reader.session.access_token)).toBe(scope === 'global' ? 401 : 200);
  },
);

test('a token from before the session was raised ends no other session', async () => {
  const staff = await newEnrolled(server);
  const tablet = await signInAgain(server, staff);
  const before = tablet.session.access_token;
  clock.pass(30);
  await tablet.client.auth.mfa.challengeAndVerify({
    factorId: staff.factorId,
    code: codeOf(staff.secret, clock.now()),
  });
  const headers = { authorization: `Bearer ${before}` };
  const answer = await call(server, '/auth/v1/logout?scope=others', { headers, body: {} });
  expect(answer.status).toBe(204);
  expect(await statusOf(server, staff.session.access_token)).toBe(200);
});

test('an emailed code opens a session without the second factor, which is told so', async () => {
  const staff = await newEnrolled(server);
  const client = clientOf(server);
  await client.auth.signInWithOtp({ email: staff.email });
  const token = await codeFor(server, staff.email);
  const { data: verified } = await client.auth.verifyOtp({ email: staff.email, token, type: 'email' });
  expect(decodeJwt(verified.session!.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] });
  const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
  expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
});

test('a mailbox alone removes no verified factor', async () => {
  const staff = await newEnrolled(server);
  const { client } = await signInAgain(server, staff);
  const { error } = await client.auth.mfa.unenroll({ factorId: staff.factorId });
  expect(error).toMatchObject({ status: 422, code: 'insufficient_aal' });
  expect((await client.auth.mfa.listFactors()).data!.totp).toHaveLength(1);
});

test('deleting a person removes everything about the factor', async () => {
  const staff = await newEnrolled(server);
  await tryCode(server, staff, staff.factorId, '000000');
  await server.database.query('delete from auth.users where id = $1', [staff.session.user.id]);
  for (const table of ['auth.mfa_challenges', 'private.factor_tries', 'portal_server.spent_factor_codes']) {
    const { rowCount } = await server.database.query(`select from ${table} where factor_id = $1`, [
      staff.factorId,
    ]);
    expect(rowCount, table).toBe(0);
  }
});
