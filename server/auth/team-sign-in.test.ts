import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, enroll, newEnrolled } from './testing/staff.ts';
import { inviteMember, setUpHash } from '../testing/team.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import {
  askForCode,
  call,
  clientOf,
  codeFor,
  letTimePass,
  refreshWith,
  submitCode,
} from './testing/patients.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const deactivate = (email: string) =>
  server.database.query('select public.team_deactivate(null, id) from public.care_team where email = $1', [
    email,
  ]);

test('someone who was invited to the team signs in with a emailed code, and gets no patient’s record', async () => {
  const { email } = await inviteMember(server.database, 'coach', 'coach@clinic.example');
  expect((await askForCode(server, 'Coach@Clinic.example')).status).toBe(200);
  const answer = await submitCode(server, email, await codeFor(server, email));
  expect(answer.status).toBe(200);
  const { access_token: token, user } = (await answer.json()) as {
    access_token: string;
    user: { id: string };
  };
  const { rows } = await server.database.query('select from public.customers where user_id = $1', [user.id]);
  expect(rows).toEqual([]);
  const headers = { authorization: `Bearer ${token}` };
  expect((await call(server, '/auth/v1/user', { headers })).status).toBe(200);
  const own = await call(server, '/rest/v1/customers', { headers });
  expect([own.status, await own.json()]).toEqual([200, []]);
});

test('an address of no one, of a host who was not invited and of someone who left gets no email', async () => {
  await server.database.query(
    `insert into public.care_team (name, role, email, time_zone) values ('Host', 'coach', 'host@clinic.example', 'UTC')`,
  );
  await inviteMember(server.database, 'coach', 'left@clinic.example');
  await deactivate('left@clinic.example');
  for (const email of ['nobody@clinic.example', 'host@clinic.example', 'left@clinic.example']) {
    const answer = await askForCode(server, email);
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'otp_disabled' }]);
    expect(await server.mail(email)).toEqual([]);
  }
});

test('a code sent before someone left opens nothing', async () => {
  const { email } = await inviteMember(server.database, 'coach', 'leaving@clinic.example');
  await askForCode(server, email);
  const code = await codeFor(server, email);
  await deactivate(email);
  expect((await submitCode(server, email, code)).status).toBe(403);
});

test('a member who has signed in before is emailed without a new account, as GoTrue’s clients ask for it', async () => {
  const { email } = await inviteMember(server.database, 'coach', 'again@clinic.example');
  const existing = () => call(server, '/auth/v1/otp', { body: { email, create_user: false } });
  expect((await existing()).status).toBe(422);
  await askForCode(server, email);
  await submitCode(server, email, await codeFor(server, email));
  await letTimePass(server, email, '1 hour');
  expect((await existing()).status).toBe(200);
});

test('a change of address is a patient’s alone', async () => {
  const { session } = await newEnrolled(server);
  const answer = await call(server, '/auth/v1/user', {
    method: 'PUT',
    headers: { authorization: `Bearer ${session.access_token}` },
    body: { email: 'elsewhere@example.com' },
  });
  expect(answer.status).toBe(422);
});

test('from the email to the workspace with an unmodified client: setup, sign-in, leaving', async () => {
  const email = 'whole-way@clinic.example';
  const code = 'HJKMNPQRST';
  await inviteMember(server.database, 'clinician', email, setUpHash(server, email, code));
  const client = clientOf(server);
  await client.auth.signInWithOtp({ email });
  await client.auth.verifyOtp({ email, token: await codeFor(server, email), type: 'email' });
  const { factorId, secret } = await enroll(client);
  const ask = async (name: string, body?: object) => {
    const { data } = await client.auth.getSession();
    const answer = await call(server, `/functions/v1/${name}`, {
      headers: { authorization: `Bearer ${data.session!.access_token}` },
      ...(body && { body }),
    });
    return [answer.status, ((await answer.json()) as { code?: string }).code];
  };
  expect(await ask('team-session')).toEqual([403, 'second_factor_required']);
  expect(await ask('team-set-up', { setUpCode: code })).toEqual([403, 'second_factor_required']);
  const verified = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret, server.now()) });
  expect(verified.error).toBeNull();
  expect(await ask('team-session')).toEqual([403, 'second_factor_required']);
  expect(await ask('team-set-up', { setUpCode: code })).toEqual([200, undefined]);
  expect(await ask('team-session')).toEqual([200, undefined]);
  // Refreshing keeps someone at work signed in, but not someone who left.
  await client.auth.refreshSession();
  expect(await ask('team-session')).toEqual([200, undefined]);
  const { data } = await client.auth.getSession();
  await deactivate(email);
  expect((await ask('team-session'))[0]).toBe(401);
  expect((await refreshWith(server, data.session!.refresh_token)).status).toBe(400);
});
