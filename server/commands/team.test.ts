import { createClient } from '@supabase/supabase-js';
import { expect, onTestFinished, test } from 'vitest';
import { localDate } from '../../domain/time/local.ts';
import { UNSET_CLINIC_ZONE } from '../../domain/time/zone.ts';
import { codeAt } from '../auth/factors/totp.ts';
import { sealSecret } from '../auth/factor-secret.ts';
import { completeSecrets, createKeys } from '../auth/keys.ts';
import { readSettings } from '../settings/settings.ts';
import { testDatabase } from '../testing/test-database.ts';
import { withTestServer } from '../testing/test-server.ts';
import type { Command } from './command-line.ts';
import { addHost, listHosts } from './hosts.ts';
import { invite } from './invitations.ts';
import { teamAction } from './team-options.ts';

const SECRETS = await completeSecrets({});
const SETTINGS = readSettings({
  SITE_URL: 'https://portal.clinic.example',
  JWT_SECRET: SECRETS.jwtSecret,
  SUPABASE_ANON_KEY: SECRETS.anonKey,
  SUPABASE_SERVICE_ROLE_KEY: SECRETS.serviceRoleKey,
});
const NOA = { invite: true, email: 'noa@clinic.example', name: 'Noa Berg', role: 'administrator' };
const { email } = NOA;

const action = (values: Parameters<typeof teamAction>[0], settings = SETTINGS) =>
  teamAction(values, settings, 'how to use it');

async function emptyClinic() {
  const { database, url, remove } = await testDatabase();
  onTestFinished(remove);
  const run = (values: Parameters<typeof teamAction>[0]) => action(values)(database);
  const codeHash = async () => {
    const { rows } = await database.query<{ code_hash: string }>(
      'select code_hash from private.set_up_codes',
    );
    return rows.map(({ code_hash: hash }) => hash);
  };
  /** As if the setup code had been used, on a portal with these secrets. */
  const join = (address: string, secrets = SECRETS) =>
    database.query(
      `with person as (insert into auth.users (email) values ($1) returning id), factor as (
         insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, secret)
         select gen_random_uuid(), id, 'totp', 'verified', now(), now(), $2 from person returning id
       )
       update public.care_team set joined_at = now(), factor_id = factor.id from factor where email = $1`,
      [address, sealSecret(createKeys(secrets), 'JBSWY3DPEHPK3PXP')],
    );
  return { database, url, run, codeHash, join };
}

/** The printed setup code, checking that there was one line with one. */
function codeIn(lines: string[]): string {
  const codes = lines.flatMap((line) => /^Setup code: (\S+)$/.exec(line)?.[1] ?? []);
  expect(codes).toEqual([expect.stringMatching(/^[2-9A-HJKMNP-Z]{10}$/)]);
  return codes[0]!;
}

test('the setup code signs in, together with mailbox and app; no one signs in without it', async () => {
  const server = await withTestServer();
  const { keys, database } = server;
  const settings = readSettings({
    SITE_URL: 'https://portal.clinic.example',
    JWT_SECRET: 'a-secret-for-tests-that-is-long-enough',
    SUPABASE_ANON_KEY: keys.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: keys.serviceRoleKey,
  });
  const lines = await action({ ...NOA, email: ' Noa@Clinic.example ' }, settings)(database);
  expect(lines[0]).toBe('invited Noa Berg, administrator, America/New_York: noa@clinic.example');
  expect(lines[2]).toContain('https://portal.clinic.example/team/sign-in');
  const options = { auth: { persistSession: false, autoRefreshToken: false } };
  const { auth, functions } = createClient(server.url, keys.anonKey, options);
  await auth.signInWithOtp({ email });
  const [mail] = await server.mail(email);
  await auth.verifyOtp({ email, token: mail!.code!, type: 'email' });
  const { data: factor } = await auth.mfa.enroll({ factorType: 'totp' });
  if (factor?.type !== 'totp') throw new Error('no factor');
  const code = await codeAt(factor.totp.secret, new Date());
  await auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  const setUp = (typed: string) => functions.invoke('team-set-up', { body: { setUpCode: typed } });
  const setUpCode = codeIn(lines);
  const wrong = setUpCode.startsWith('2') ? setUpCode.replace('2', '3') : setUpCode.replace(/^./, '2');
  expect((await setUp(wrong)).error).not.toBeNull();
  expect((await setUp(setUpCode)).error).toBeNull();
  const { data: session } = await functions.invoke('team-session', { method: 'GET' });
  expect(session).toMatchObject({ name: 'Noa Berg', role: 'administrator' });
});

test('the list shows who can sign in, and who left', async () => {
  const { database, run, join } = await emptyClinic();
  const states = async () => (await run({ list: true })).slice(1).map((line) => line.split(/ {2,}/).at(-1));
  expect(await run({ list: true })).toEqual([expect.stringContaining('The care team is empty')]);
  await addHost({ host: 'sam@clinic.example', name: 'Sam', role: 'coach', zone: 'America/Chicago' })(
    database,
  );
  await run({ ...NOA, 'time-zone': 'Europe/London' });
  const today = localDate(Date.now(), UNSET_CLINIC_ZONE);
  expect(await run({ list: true })).toEqual([
    'name      role           email               time zone        sign-in',
    `Noa Berg  administrator  noa@clinic.example  Europe/London    has not set up the authenticator app; invited on ${today}`,
    'Sam       coach          sam@clinic.example  America/Chicago  only takes calls; not invited',
  ]);
  expect(await listHosts(database)).toEqual([
    'Sam, coach, sam@clinic.example, America/Chicago',
    '  no hours',
  ]);
  await run({ ...NOA, email: 'sam@clinic.example', name: 'Sam', role: 'coach' });
  await join(email);
  await join('sam@clinic.example');
  expect(await states()).toEqual(['can sign in', 'can sign in']);
  codeIn(await run({ 'reset-factor': true, email }));
  expect(await states()).toEqual(['needs to set up the authenticator app again', 'can sign in']);
  expect(await run({ deactivate: true, email: 'SAM@clinic.example' })).toEqual([
    'sam@clinic.example can no longer sign in',
  ]);
  expect(await states()).toEqual(['needs to set up the authenticator app again', `left on ${today}`]);
  expect(await listHosts(database)).toEqual([expect.stringContaining('No one takes calls yet')]);
});

test('after a new JWT_SECRET the list shows whose second factor needs a reset', async () => {
  const { database, url, run, join } = await emptyClinic();
  await run(NOA);
  await run({ ...NOA, email: 'sam@clinic.example', name: 'Sam' });
  await join(email, await completeSecrets({}));
  await join('sam@clinic.example');
  const list = async (settings = SETTINGS) =>
    (await action({ list: true }, settings)(database)).slice(1).map((line) => line.split(/ {2,}/).at(-1));
  expect(await list()).toEqual(['needs a reset', 'can sign in']);
  await run({ 'reset-factor': true, email });
  expect(await list()).toEqual(['needs to set up the authenticator app again', 'can sign in']);
  expect((await list(readSettings({ DATABASE_URL: url }))).at(-1)).toBe(
    'The portal’s secrets are missing, so this can’t show whose second factor needs a reset. Point to its settings with --env-file FILE or PORTAL_ENV.',
  );
});

test('a lost code is replaced by inviting again, and each code is different', async () => {
  const { run, codeHash } = await emptyClinic();
  const first = codeIn(await run(NOA));
  const hashes = await codeHash();
  const second = codeIn(await run(NOA));
  expect(second).not.toBe(first);
  expect(await codeHash()).toHaveLength(1);
  expect(await codeHash()).not.toEqual(hashes);
  expect(JSON.stringify(await codeHash())).not.toContain(second);
});

test('a patient’s address cannot join the care team, with a sentence that says so', async () => {
  const { database, run } = await emptyClinic();
  await invite(database, { email, first: 'Noa', last: 'Berg' }, 'here');
  const sentence = 'This address belongs to a patient. A care team member needs their own address.';
  await expect(run(NOA)).rejects.toThrow(sentence);
  const host = { host: email, name: 'Noa', role: 'coach', zone: 'UTC' };
  await expect(addHost(host)(database)).rejects.toThrow(sentence);
  expect(await listHosts(database)).toEqual([expect.stringContaining('No one takes calls yet')]);
});

test('a refusal by the database is shown in its words', async () => {
  const { database, run, join } = await emptyClinic();
  await run(NOA);
  await join(email);
  await expect(run(NOA)).rejects.toThrow('This person is already on the team.');
  await expect(run({ deactivate: true, email })).rejects.toThrow(
    'You can’t deactivate the only administrator.',
  );
  const nobody = 'No one on the care team has the address who@clinic.example.';
  for (const name of ['deactivate', 'reset-factor']) {
    await expect(run({ [name]: true, email: 'who@clinic.example' })).rejects.toThrow(nobody);
  }
  await addHost({ host: 'sam@clinic.example', name: 'Sam', role: 'coach', zone: 'UTC' })(database);
  await expect(run({ deactivate: true, email: 'sam@clinic.example' })).rejects.toThrow('was never invited');
});

test('without a named time zone the clinic’s is used: the one under Clinic, else the environment’s', async () => {
  const { database } = await emptyClinic();
  const settings = { ...SETTINGS, clinic: readSettings({ CLINIC_TIME_ZONE: 'America/Denver' }).clinic };
  expect((await action(NOA, settings)(database))[0]).toContain('America/Denver');
  await database.query(
    `insert into public.clinic_settings (name, value) values ('clinicTimeZone', 'America/Chicago')`,
  );
  const sam = { ...NOA, email: 'sam@clinic.example', name: 'Sam' };
  expect((await action(sam, settings)(database))[0]).toContain('America/Chicago');
});

test('if nothing names a zone, the answer says that Eastern Time is assumed, and how to change it', async () => {
  const { run } = await emptyClinic();
  const assumed = (lines: string[]) => lines.filter((line) => line.includes('so America/New_York is used'));
  expect(assumed(await run(NOA))).toEqual([
    'No time zone was given, so America/New_York is used. To change it: npm run availability -- change --host noa@clinic.example --zone America/Chicago',
  ]);
  expect(assumed(await run({ ...NOA, 'time-zone': 'UTC' }))).toEqual([]);
});

test('the list shows whose role waits for a clinician, and which other one was proposed', async () => {
  const { database, run, join } = await emptyClinic();
  await run(NOA);
  const people = [
    ['dr', 'clinician'],
    ['new', 'coach'],
    ['old', 'coach'],
  ] as const;
  for (const [name, role] of people) {
    await run({ invite: true, email: `${name}@clinic.example`, name, role });
    await join(`${name}@clinic.example`);
  }
  await join(email);
  await database.query(`
    update public.care_team set proposed_role = 'coach' where name = 'new';
    update public.care_team set proposed_role = 'clinician' where name = 'old'`);
  const lines = await run({ list: true });
  const of = (name: string) => lines.find((line) => line.startsWith(name))!.split(/ {2,}/);
  expect(of('new').at(-1)).toBe('waits for a clinician’s agreement (coach)');
  expect([of('old')[1], of('old').at(-1)]).toEqual(['coach; clinician proposed', 'can sign in']);
  expect(of('dr')[1]).toBe('clinician');
});

test('an existing host keeps their time zone unless the command names another', async () => {
  const { database, run } = await emptyClinic();
  const sam = { invite: true, email: 'sam@clinic.example', name: 'Sam', role: 'coach' };
  await addHost({ host: sam.email, name: 'Sam', role: 'coach', zone: 'America/Chicago' })(database);
  expect((await run(sam))[0]).toContain('America/Chicago');
  expect((await run({ ...sam, 'time-zone': 'America/Denver' }))[0]).toContain('America/Denver');
});

test('deactivating someone lists their call types and upcoming calls; on return, that the types are gone', async () => {
  const { database, run } = await emptyClinic();
  const sam = { invite: true, email: 'sam@clinic.example', name: 'Sam', role: 'coach' };
  await run({ ...sam, 'time-zone': 'America/Chicago' });
  await invite(database, { email: 'robin@example.com', first: 'Robin', last: 'Hale' }, 'here');
  await database.query(`
    insert into auth.users (email, email_confirmed_at) values ('robin@example.com', now());
    insert into public.appointment_types (slug, name, description, duration_minutes, interaction_type)
      values ('a-call', 'A call', 'We talk.', 30, 'video_call');
    insert into public.appointment_type_hosts select appointment_types.id, care_team.id from public.appointment_types, public.care_team;
    insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
      select customers.user_id, care_team.id, appointment_types.id, '2099-07-01 15:00Z', '2099-07-01 15:30Z', '2099-07-01 15:30Z'
      from public.customers, public.care_team, public.appointment_types;
    insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
      select customers.user_id, care_team.id, appointment_types.id, now() - interval '5 minutes', now() + interval '25 minutes',
        now() + interval '25 minutes'
      from public.customers, public.care_team, public.appointment_types;
    insert into public.coach_assignments (user_id, coach_id) select customers.user_id, care_team.id from public.customers, public.care_team`);
  expect(await run({ deactivate: true, email: sam.email })).toEqual([
    'sam@clinic.example can no longer sign in',
    'and no longer takes: a-call',
    'No one takes A call now. To change it: npm run appointment-types -- add-host --slug a-call --host EMAIL',
    '1 patient no longer has a coach. All coaches can see them until someone assigns one.',
    'Still booked; contact these patients:',
    expect.stringMatching(/^ {2}\d{4}-\d\d-\d\d \d\d:\d\d America\/Chicago, A call, Robin Hale$/),
    '  2099-07-01 10:00 America/Chicago, A call, Robin Hale',
  ]);
  expect((await run(sam)).slice(-2)).toEqual([
    'Sam takes no calls yet. Set which calls: npm run appointment-types -- add-host --slug SLUG --host sam@clinic.example',
    'Set the hours: npm run availability -- hours --host sam@clinic.example --days mon-fri --hours 09:00-17:00',
  ]);
});

test('without the portal’s secrets no one is invited, because the code would not work', async () => {
  const { database, url } = await emptyClinic();
  for (const environment of [{ DATABASE_URL: url }, { DATABASE_URL: url, JWT_SECRET: SECRETS.jwtSecret }]) {
    const command = action(NOA, readSettings(environment));
    await expect(command(database)).rejects.toThrow('The portal’s secrets are missing');
  }
  const { rows } = await database.query('select from public.care_team');
  expect(rows).toEqual([]);
});

test.each<[string, () => Command]>([
  ['how to use it', () => action({})],
  ['how to use it', () => action({ email })],
  ['--deactivate: not together with --invite', () => action({ ...NOA, deactivate: true })],
  ['--email: not with --list', () => action({ list: true, email })],
  ['--role: not with --reset-factor', () => action({ 'reset-factor': true, email, role: 'coach' })],
  ['--email: Please enter a valid email address', () => action({ deactivate: true })],
  [
    '--role: a role is needed: coach, clinician or administrator',
    () => action({ invite: true, email, name: 'Noa' }),
  ],
  ['--role: coach, clinician or administrator', () => action({ ...NOA, role: 'owner' })],
  ['--name: a name is needed', () => action({ ...NOA, name: ' ' })],
  ['--time-zone: not a time zone', () => action({ ...NOA, 'time-zone': 'Mars' })],
])('%s', (message, command) => {
  expect(command).toThrow(message);
});
