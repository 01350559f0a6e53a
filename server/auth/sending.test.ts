import { expect, test } from 'vitest';
import { withTestServer } from '../testing/test-server.ts';
import {
  askForCode,
  submitCode,
  call,
  clientOf,
  codeFor,
  letTimePass,
  signIn,
  openEveryConnection,
} from './testing/patients.ts';

test('100 sends at once make one email', async () => {
  const server = await withTestServer();
  await server.invite('ada@example.com');
  await openEveryConnection(server);
  const answers = await Promise.all(Array.from({ length: 100 }, () => askForCode(server, 'ada@example.com')));
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 429)).toHaveLength(99);
  expect(await server.mail('ada@example.com')).toHaveLength(1);
  expect((await submitCode(server, 'ada@example.com', await codeFor(server, 'ada@example.com'))).status).toBe(
    200,
  );
});

test('a second email within the minute is refused with the time to wait, however the client is scaled', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '1000000' });
  await server.invite('ada@example.com');
  await askForCode(server, 'ada@example.com');
  await letTimePass(server, 'ada@example.com', '20 seconds');
  const { error } = await clientOf(server).auth.signInWithOtp({ email: 'Ada@example.com' });
  expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  expect(error?.message).toMatch(
    /^For security purposes, you can only request this after (40|39) seconds\.$/,
  );
  const answer = await askForCode(server, 'ada@example.com');
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(30);
  await letTimePass(server, 'ada@example.com', '41 seconds');
  expect((await askForCode(server, 'ada@example.com')).status).toBe(200);
  expect(await server.mail('ada@example.com')).toHaveLength(2);
});

test('signing in does not shorten the minute between emails', async () => {
  const server = await withTestServer();
  await signIn(server, 'ada@example.com');
  expect((await askForCode(server, 'ada@example.com')).status).toBe(429);
});

test('500 uninvited addresses make no user, no code and no email', async () => {
  const server = await withTestServer();
  for (let start = 0; start < 500; start += 50) {
    const asked = Array.from({ length: 50 }, (_, n) =>
      askForCode(server, `stranger${start + n}@example.com`),
    );
    for (const answer of await Promise.all(asked)) {
      expect(answer.status).toBe(422);
      expect(await answer.json()).toEqual({ code: 'otp_disabled', message: 'Signups not allowed for otp' });
    }
  }
  for (const table of ['auth.users', 'portal_server.sign_in_codes', 'portal_server.mailbox']) {
    expect((await server.database.query(`select from ${table}`)).rowCount).toBe(0);
  }
});

test('a patient whose invitation was revoked gets no code, and an existing code opens nothing', async () => {
  const server = await withTestServer();
  await signIn(server, 'ada@example.com');
  await letTimePass(server, 'ada@example.com', '2 minutes');
  await askForCode(server, 'ada@example.com');
  await server.database.query('update public.invitations set revoked_at = now()');
  expect((await submitCode(server, 'ada@example.com', await codeFor(server, 'ada@example.com'))).status).toBe(
    403,
  );
  await letTimePass(server, 'ada@example.com', '2 minutes');
  expect((await askForCode(server, 'ada@example.com')).status).toBe(422);
  expect(await server.mail('ada@example.com')).toHaveLength(2);
});

test('a client that does not want a new user gets none', async () => {
  const server = await withTestServer();
  await server.invite('ada@example.com');
  const body = { email: 'ada@example.com', create_user: false };
  expect((await call(server, '/auth/v1/otp', { body })).status).toBe(422);
  await signIn(server, 'ada@example.com');
  await letTimePass(server, 'ada@example.com', '2 minutes');
  expect((await call(server, '/auth/v1/otp', { body })).status).toBe(200);
});
