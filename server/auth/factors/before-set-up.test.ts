import { afterAll, beforeAll, expect, test } from 'vitest';
import { inviteMember, setUpHash } from '../../testing/team.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { statusOf } from '../testing/email-changes.ts';
import { anotherCode, call } from '../testing/patients.ts';
import {
  callFactors,
  codeOf,
  enroll,
  signInAgain,
  testClock,
  tryCode,
  type Staff,
} from '../testing/staff.ts';

// Until the setup code is used, someone who only reads a person's email may set up an app of their own first.
// That app counts for nothing and doesn't keep the owner out.

const clock = testClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { now: clock.now });
});
afterAll(() => server.stop());

const CODE = 'HJKMNPQRST';
/** The app's name, as on screen. */
const APP = 'Authenticator app';

async function invited() {
  const email = `${crypto.randomUUID()}@clinic.example`;
  const { person } = await inviteMember(server.database, 'coach', email, setUpHash(server, email, CODE));
  await server.database.query('insert into auth.users (email, email_confirmed_at) values ($1, now())', [
    email,
  ]);
  return { email, person };
}

async function withApp(staff: Staff, name = APP) {
  const { factorId, secret } = await enroll(staff.client, name);
  const code = codeOf(secret, clock.now());
  const { data, error } = await staff.client.auth.mfa.challengeAndVerify({ factorId, code });
  expect(error).toBeNull();
  return { ...staff, factorId, token: data!.access_token };
}

async function ask(name: string, token: string, body?: object) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await call(server, `/functions/v1/${name}`, { headers, ...(body && { body }) });
  return [answer.status, ((await answer.json()) as { code?: string }).code];
}

test.each([
  ['of the same name', APP],
  ['of another name', 'Mine'],
])('an app %s by someone who reads the email does not block the owner', async (_, name) => {
  const who = await invited();
  const reader = await withApp(await signInAgain(server, who), name);
  expect(await ask('team-session', reader.token)).toEqual([403, 'second_factor_required']);

  const owner = await withApp(await signInAgain(server, who));
  expect(await ask('team-set-up', owner.token, { setUpCode: CODE })).toEqual([200, undefined]);
  expect(await ask('team-session', owner.token)).toEqual([200, undefined]);
  expect((await owner.client.auth.mfa.listFactors()).data!.all).toMatchObject([{ id: owner.factorId }]);
  expect((await ask('team-session', reader.token))[0]).toBe(401);
});

test('an app of the same name that someone starts after the owner’s was shown takes nothing from it', async () => {
  const who = await invited();
  const owner = await withApp(await signInAgain(server, who));
  await enroll((await signInAgain(server, who)).client, APP);
  expect(await ask('team-set-up', owner.token, { setUpCode: CODE })).toEqual([200, undefined]);
});

test('an app of the same name that someone has started, and is about to show, keeps no name', async () => {
  const who = await invited();
  const reader = await signInAgain(server, who);
  const begun = await enroll(reader.client, APP);
  await reader.client.auth.mfa.challenge({ factorId: begun.factorId });
  const owner = await withApp(await signInAgain(server, who));
  expect(await ask('team-set-up', owner.token, { setUpCode: CODE })).toEqual([200, undefined]);
});

test('someone who reads the email ends no setup in progress: not with an app, a lock, or by removing hers', async () => {
  const who = await invited();
  const owner = await signInAgain(server, who);
  const { factorId, secret } = await enroll(owner.client, APP);
  await server.database.query(
    `update auth.mfa_factors set created_at = created_at - interval '301 seconds' where id = $1`,
    [factorId],
  );
  const reader = await withApp(await signInAgain(server, who));
  const other = await signInAgain(server, who);
  for (const thief of [reader, other]) {
    expect((await callFactors(server, thief, `/${factorId}`, { method: 'DELETE' })).status).toBe(404);
    expect(await tryCode(server, thief, factorId, '000000')).toEqual({
      status: 404,
      code: 'mfa_factor_not_found',
    });
  }
  const mine = await enroll(other.client, 'Mine');
  const wrong = anotherCode(codeOf(mine.secret, clock.now()));
  for (let n = 0; n < 6; n += 1) await tryCode(server, other, mine.factorId, wrong);
  expect(await statusOf(server, other.session.access_token)).toBe(401);

  const code = codeOf(secret, clock.now());
  const { data, error } = await owner.client.auth.mfa.challengeAndVerify({ factorId, code });
  expect(error).toBeNull();
  const taken = await reader.client.auth.mfa.unenroll({ factorId });
  expect(taken.error).toMatchObject({ status: 422, code: 'insufficient_aal' });
  expect(await ask('team-set-up', data!.access_token, { setUpCode: CODE })).toEqual([200, undefined]);
  expect(await statusOf(server, reader.token)).toBe(401);
});

test('an app whose session is over is free for the next person', async () => {
  const who = await invited();
  const before = await signInAgain(server, who);
  const { factorId } = await enroll(before.client, APP);
  await before.client.auth.signOut({ scope: 'local' });
  const later = await signInAgain(server, who);
  expect((await later.client.auth.mfa.unenroll({ factorId })).error).toBeNull();
});

test('the apps of many sessions are limited, and the oldest is removed', async () => {
  const who = await invited();
  for (let n = 0; n < 5; n += 1) {
    const { client } = await signInAgain(server, who);
    for (let app = 0; app < 10; app += 1) await enroll(client, `Mine ${n} ${app}`);
  }
  const { client } = await signInAgain(server, who);
  await enroll(client, APP);
  const names = (await client.auth.mfa.listFactors()).data!.all.map(({ friendly_name: name }) => name);
  expect(names).toHaveLength(50);
  expect(names).toContain(APP);
  expect(names).not.toContain('Mine 0 0');
});

test('the log says once in 15 minutes that an app setup was started, and names no one', async () => {
  const { person, ...who } = await invited();
  // Some time ago.
  await server.database.query(
    `insert into public.audit_log (at, actor_role, action, kind, subject_id)
     values (now() - interval '15 minutes', 'sign_in', 'insert', 'team_enrolment', $1)`,
    [person],
  );
  const [mine, reader] = [await signInAgain(server, who), await signInAgain(server, who)];
  await Promise.all([withApp(mine, 'Mine'), withApp(reader)]);
  for (let app = 0; app < 5; app += 1) await withApp(reader, `Mine ${app}`);
  const { rows } = await server.database.query(
    `select actor_id, actor_role, action from public.audit_log where kind = 'team_enrolment' and subject_id = $1`,
    [person],
  );
  const line = { actor_id: null, actor_role: 'sign_in', action: 'insert' };
  expect(rows).toEqual([line, line]);
});

test('reaching the maximum number of apps blocks no one', async () => {
  const who = await invited();
  const reader = await signInAgain(server, who);
  for (let n = 0; n < 10; n += 1) await withApp(reader, `Mine ${n}`);
  const owner = await withApp(await signInAgain(server, who));
  expect(await ask('team-set-up', owner.token, { setUpCode: CODE })).toEqual([200, undefined]);
});
