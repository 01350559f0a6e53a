import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Log } from '../../log.ts';
import { inviteMember } from '../../testing/team.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { Forged } from '../testing/authenticator.ts';
import { call } from '../testing/patients.ts';
import {
  authenticatorOf,
  beginRegistration,
  beginSignIn,
  callPasskeys,
  newPatient,
  outcomeOf,
  register,
  signInWith,
  type Patient,
} from '../testing/passkeys.ts';
import { newStaff, signInAgain } from '../testing/staff.ts';

/* Checks every row of docs/passkeys.md that has one answer against our server. */
let server: TestServer;
const logged: unknown[] = [];
const log: Log = (event, fields) => void logged.push({ event, ...fields });
beforeAll(async () => {
  server = await startTestServer({}, { log });
});
afterAll(() => server.stop());

type Outcome = { status: number; code?: string };
const HERE = 'http://localhost:0';
const ELSEWHERE = 'https://elsewhere.example';
const NO_ONE = '2b5c6c79-0000-4000-8000-000000000000';

/** Cases that both ceremonies refuse. */
const FORGED: Record<string, Forged> = {
  'another origin': { origin: 'http://localhost:1' },
  'another site’s id': { rpId: 'elsewhere.example' },
  'another challenge value': { challenge: Buffer.alloc(32).toString('base64url') },
  'no one present': { isPresent: false },
  'not verified on the device': { isVerified: false },
  'inside another site’s page': { crossOrigin: true, topOrigin: ELSEWHERE },
  'inside a page that the browser does not name': { crossOrigin: true },
  'origin in capitals': { origin: HERE.toUpperCase() },
  'origin with a slash': { origin: `${HERE}/` },
};

const query = (sql: string, values: unknown[] = []) => server.database.query(sql, values);
const expire = () => query(`update auth.webauthn_challenges set expires_at = now() - interval '1 second'`);

async function registered() {
  const patient = await newPatient(server);
  const { authenticator, body } = await register(server, patient);
  return { patient, authenticator, id: String(body['id']) };
}

/** Answers a challenge that belongs to someone else, or no longer counts. */
async function registerWith(patient: Patient, challengeId: string): Promise<Outcome> {
  const { options } = await beginRegistration(server, patient);
  const credential = authenticatorOf(server).create(options);
  const body = { challenge_id: challengeId, credential };
  return outcomeOf(await callPasskeys(server, patient, '/registration/verify', { body }));
}

async function twice(forged: Forged): Promise<Outcome> {
  const patient = await newPatient(server);
  const { challenge_id, options } = await beginRegistration(server, patient);
  const submit = async (credential: unknown) =>
    outcomeOf(
      await callPasskeys(server, patient, '/registration/verify', { body: { challenge_id, credential } }),
    );
  await submit(authenticatorOf(server).create(options, forged));
  return submit(authenticatorOf(server).create(options));
}

const NEW: Record<string, () => Promise<Outcome>> = {
  'no bearer, only the key': async () => outcomeOf(await callPasskeys(server, null, '/registration/options')),
  'the other ceremony’s type': async () =>
    register(server, await newPatient(server), authenticatorOf(server), { type: 'webauthn.get' }),
  'backed up, but cannot be': async () =>
    register(server, await newPatient(server), authenticatorOf(server), { isBackedUp: true }),
  'unknown challenge': async () => registerWith(await newPatient(server), NO_ONE),
  'challenge used before': () => twice({}),
  'challenge used by a failed try': () => twice({ isVerified: false }),
  'another person’s challenge': async () => {
    const theirs = await beginRegistration(server, await newPatient(server));
    return registerWith(await newPatient(server), theirs.challenge_id);
  },
  'challenge of another session': async () => {
    const patient = await newPatient(server);
    const { challenge_id } = await beginRegistration(server, patient);
    return registerWith(await signInAgain(server, patient), challenge_id);
  },
  'a sign-in’s challenge': async () =>
    registerWith(await newPatient(server), (await beginSignIn(server)).challenge_id),
  'expired challenge': async () => {
    const patient = await newPatient(server);
    const { challenge_id } = await beginRegistration(server, patient);
    await expire();
    return registerWith(patient, challenge_id);
  },
  'a credential of one’s own again': async () => {
    const { patient, authenticator } = await registered();
    return register(server, patient, authenticator);
  },
  'another person’s credential': async () => {
    const { authenticator } = await registered();
    return register(server, await newPatient(server), authenticator);
  },
  'the 11th': async () => {
    const patient = await newPatient(server);
    for (let count = 0; count < 10; count += 1) await register(server, patient);
    return outcomeOf(await callPasskeys(server, patient, '/registration/options'));
  },
  'the 11th of a day, after removing one': async () => {
    const patient = await newPatient(server);
    let last = '';
    for (let count = 0; count < 10; count += 1) last = String((await register(server, patient)).body['id']);
    await callPasskeys(server, patient, `/${last}`, { method: 'DELETE' });
    return outcomeOf(await callPasskeys(server, patient, '/registration/options'));
  },
  'no credential': async () => {
    const patient = await newPatient(server);
    const body = { challenge_id: NO_ONE };
    return outcomeOf(await callPasskeys(server, patient, '/registration/verify', { body }));
  },
  'someone on the care team': async () =>
    outcomeOf(await callPasskeys(server, await newStaff(server), '/registration/options')),
};

async function signInTwice(forged: Forged): Promise<Outcome> {
  const { authenticator } = await registered();
  const { challenge_id, options } = await beginSignIn(server);
  const submit = async (credential: unknown) =>
    outcomeOf(
      await callPasskeys(server, null, '/authentication/verify', { body: { challenge_id, credential } }),
    );
  await submit(authenticator.get(options, forged));
  return submit(authenticator.get(options));
}

async function answerTo(challengeId: string): Promise<Outcome> {
  const { authenticator } = await registered();
  const { options } = await beginSignIn(server);
  const body = { challenge_id: challengeId, credential: authenticator.get(options) };
  return outcomeOf(await callPasskeys(server, null, '/authentication/verify', { body }));
}

/** The counter's value after a sign-in. */
async function counted(before: number, after: number): Promise<Outcome> {
  const { authenticator } = await registered();
  expect((await signInWith(server, authenticator, { counter: before })).status).toBe(200);
  return signInWith(server, authenticator, { counter: after });
}

const SIGN_IN: Record<string, () => Promise<Outcome>> = {
  'the other ceremony’s type': async () =>
    signInWith(server, (await registered()).authenticator, { type: 'webauthn.create' }),
  'bad signature': async () =>
    signInWith(server, (await registered()).authenticator, { signature: Buffer.alloc(70, 1) }),
  'unknown credential': () => signInWith(server, authenticatorOf(server)),
  'removed credential': async () => {
    const { patient, authenticator, id } = await registered();
    await callPasskeys(server, patient, `/${id}`, { method: 'DELETE' });
    return signInWith(server, authenticator);
  },
  'no user handle': async () => signInWith(server, (await registered()).authenticator, { userHandle: null }),
  'another person’s user handle': async () => {
    const { session } = await newPatient(server);
    const userHandle = Buffer.from(session.user.id).toString('base64url');
    return signInWith(server, (await registered()).authenticator, { userHandle });
  },
  'can be backed up, and could not before': async () =>
    signInWith(server, (await registered()).authenticator, { isBackupEligible: true }),
  'counter equal to the last': () => counted(5, 5),
  'counter lower than the last': () => counted(5, 4),
  'counter back at zero': () => counted(5, 0),
  'unknown challenge': () => answerTo(NO_ONE),
  'challenge used before': () => signInTwice({}),
  'challenge used by a failed try': () => signInTwice({ isVerified: false }),
  'a registration’s challenge': async () =>
    answerTo((await beginRegistration(server, await newPatient(server))).challenge_id),
  'expired challenge': async () => {
    const { challenge_id } = await beginSignIn(server);
    await expire();
    return answerTo(challenge_id);
  },
  'invitation ended': async () => {
    const { patient, authenticator } = await registered();
    await query('update public.invitations set revoked_at = now() where email = $1', [patient.email]);
    return signInWith(server, authenticator);
  },
  'address changed since': async () => {
    const { patient, authenticator } = await registered();
    await query(`update auth.users set email = 'new-' || email where email = $1`, [patient.email]);
    return signInWith(server, authenticator);
  },
  'account deleted': async () => {
    const { patient, authenticator } = await registered();
    await query('delete from auth.users where email = $1', [patient.email]);
    return signInWith(server, authenticator);
  },
};

async function rename(id: string, name: string, patient?: Patient): Promise<Outcome> {
  const body = { friendly_name: name };
  const who = patient ?? (await newPatient(server));
  return outcomeOf(await callPasskeys(server, who, `/${id}`, { method: 'PATCH', body }));
}

async function renameOwn(name: string): Promise<Outcome> {
  const { patient, id } = await registered();
  return rename(id, name, patient);
}

const OWN: Record<string, () => Promise<Outcome>> = {
  'rename: another person’s': async () => rename((await registered()).id, 'Mine'),
  'rename: unknown': () => rename(NO_ONE, 'Mine'),
  'rename: no UUID': () => rename('1', 'Mine'),
  'rename: only blanks': () => renameOwn('   '),
  'rename: 121 characters': () => renameOwn('a'.repeat(121)),
  'rename: 120 characters of two bytes': () => renameOwn('ä'.repeat(120)),
  'rename: with a line break': () => renameOwn('My\nphone'),
  'rename: with an invisible character': () => renameOwn('My\u200bphone'),
  'rename: with a turned direction': () => renameOwn('My\u202ephone'),
  'remove: another person’s': async () => {
    const { id } = await registered();
    return outcomeOf(await callPasskeys(server, await newPatient(server), `/${id}`, { method: 'DELETE' }));
  },
  'remove: a session that it opened, afterwards': async () => {
    const { patient, authenticator, id } = await registered();
    const { body } = await signInWith(server, authenticator);
    await callPasskeys(server, patient, `/${id}`, { method: 'DELETE' });
    const headers = { authorization: `Bearer ${String(body['access_token'])}` };
    return outcomeOf(await call(server, '/auth/v1/user', { headers }));
  },
  'list: no bearer, only the key': async () =>
    outcomeOf(await callPasskeys(server, null, '', { method: 'GET' })),
};

const CALLS: Record<string, () => Promise<Outcome>> = {
  '`POST /passkeys/registration/options`': async () =>
    outcomeOf(await callPasskeys(server, await newPatient(server), '/registration/options')),
  '`POST /passkeys/registration/verify`': async () => register(server, await newPatient(server)),
  '`POST /passkeys/authentication/options`': async () =>
    outcomeOf(await callPasskeys(server, null, '/authentication/options')),
  '`POST /passkeys/authentication/verify`': async () =>
    signInWith(server, (await registered()).authenticator),
  '`GET /passkeys`': async () =>
    outcomeOf(await callPasskeys(server, await newPatient(server), '', { method: 'GET' })),
  '`PATCH /passkeys/{id}`': () => renameOwn('My phone'),
  '`DELETE /passkeys/{id}`': async () => {
    const { patient, id } = await registered();
    return outcomeOf(await callPasskeys(server, patient, `/${id}`, { method: 'DELETE' }));
  },
};

const forgedCases = (
  prefix: string,
  run: (forged: Forged) => Promise<Outcome>,
): [string, () => Promise<Outcome>][] =>
  Object.entries(FORGED).map(([name, forged]) => [`${prefix}: ${name}`, () => run(forged)]);
const named = (prefix: string, cases: Record<string, () => Promise<Outcome>>) =>
  Object.entries(cases).map(([name, run]): [string, () => Promise<Outcome>] => [`${prefix}: ${name}`, run]);

const CASES = new Map([
  ...Object.entries(CALLS),
  ...forgedCases('register', async (forged) =>
    register(server, await newPatient(server), authenticatorOf(server), forged),
  ),
  ...named('register', NEW),
  ...forgedCases('sign in', async (forged) => signInWith(server, (await registered()).authenticator, forged)),
  ...named('sign in', SIGN_IN),
  ...Object.entries(OWN),
]);

const text = await readFile(join(import.meta.dirname, '../../../docs/passkeys.md'), 'utf8');
const ROWS = [
  ...text.split('## Beyond')[0]!.matchAll(/^\| (?!Case|Call)([^|]+) \| [^|]+ \| (\d+)(?: `(\w+)`)? \|$/gm),
].map(([, name, status, code]) => ({ name: name!.replaceAll("'", '’'), status: Number(status), code }));

test('the page names each case, and no other', () => {
  expect(ROWS.map(({ name }) => name).toSorted()).toEqual([...CASES.keys()].toSorted());
});

test.each(ROWS)('$name: $status $code', async ({ name, status, code }) => {
  const outcome = await CASES.get(name)!();
  expect({ status: outcome.status, code: outcome.code }).toEqual({ status, code });
});

test('a counter that goes back is in the log, without saying whose it is', async () => {
  logged.length = 0;
  await counted(5, 4);
  expect(logged).toEqual([{ event: 'a passkey’s counter went back', stored: 5, brought: 4 }]);
});

test('the care team’s passkey would not open a session either', async () => {
  const { patient, authenticator } = await registered();
  await query('delete from public.customers where customer_email = $1', [patient.email]);
  await query('delete from public.invitations where email = $1', [patient.email]);
  await inviteMember(server.database, 'coach', patient.email);
  expect((await signInWith(server, authenticator)).code).toBe('webauthn_verification_failed');
});
