import { afterAll, beforeAll, expect, test } from 'vitest';
import { inviteMember, setUpHash } from '../../testing/team.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { call } from '../testing/patients.ts';
import { codeOf, enroll, signInAgain, testClock, type Staff } from '../testing/staff.ts';

// Until the set-up code was used, whoever reads somebody's mail may be there first, with an app of their own. It counts for
// nothing, and keeps nobody out.

const clock = testClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { now: clock.now });
});
afterAll(() => server.stop());

const CODE = 'HJKMNPQRST';
/** As the screen names it. */
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
])('the app %s of somebody who reads the mail keeps the owner from nothing', async (_, name) => {
  const who = await invited();
  const reader = await withApp(await signInAgain(server, who), name);
  expect(await ask('team-session', reader.token)).toEqual([403, 'second_factor_required']);

  const owner = await withApp(await signInAgain(server, who));
  expect(await ask('team-set-up', owner.token, { setUpCode: CODE })).toEqual([200, undefined]);
  expect(await ask('team-session', owner.token)).toEqual([200, undefined]);
  expect((await owner.client.auth.mfa.listFactors()).data!.all).toMatchObject([{ id: owner.factorId }]);
  expect((await ask('team-session', reader.token))[0]).toBe(401);
});

test('with an app that took the place of another, the other opens nothing any more', async () => {
  const who = await invited();
  const reader = await withApp(await signInAgain(server, who));
  await enroll((await signInAgain(server, who)).client, APP);
  expect(await ask('team-set-up', reader.token, { setUpCode: CODE })).toEqual([
    403,
    'second_factor_required',
  ]);
});

test('each app that was begun stands in the log, and names nobody', async () => {
  const { person, ...who } = await invited();
  await withApp(await signInAgain(server, who), 'Mine');
  await withApp(await signInAgain(server, who));
  const { rows } = await server.database.query(
    `select actor_id, actor_role, action from public.audit_log where kind = 'team_enrolment' and subject_id = $1`,
    [person],
  );
  const line = { actor_id: null, actor_role: 'sign_in', action: 'insert' };
  expect(rows).toEqual([line, line]);
});

test('as many apps as there may be keep no place', async () => {
  const who = await invited();
  const reader = await signInAgain(server, who);
  for (let n = 0; n < 10; n += 1) await withApp(reader, `Mine ${n}`);
  const owner = await withApp(await signInAgain(server, who));
  expect(await ask('team-set-up', owner.token, { setUpCode: CODE })).toEqual([200, undefined]);
});
