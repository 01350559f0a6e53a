import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveAllWithDeno } from '../../../server/testing/deno.ts';
import { signInInvited } from '../../../server/rest/testing.ts';
import { newPatient } from '../../../server/testing/patient.ts';
import {
  inviteMember,
  mailedMember,
  newMember,
  signInMember,
  verifyFactor,
  withRaisedToken,
} from '../../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';
import { times } from '../../../server/testing/times.ts';

// Every function of the care team, including future ones: no one gets in without an active factor.

const FUNCTIONS = join(import.meta.dirname, '../../functions');
const NAMES = readdirSync(FUNCTIONS).filter((name) => name.startsWith('team-'));

const [NO_FACTOR, NOT_ALLOWED, TOO_OLD, LOCKED] = [
  '403 second_factor_required',
  '403 not_allowed',
  '403 session_too_old',
  '403 session_locked',
];

type Refused = [who: string, token: string | null, answer: string | RegExp];

describe.each(['Node', 'Deno'])('on %s', (runtime) => {
  let server: TestServer;
  let url: string;
  let stop = async () => {};
  let refused: Refused[];
  beforeAll(async () => {
    server = await startTestServer({}, { deployment: runtime === 'Deno' ? 'supabase' : 'embedded' });
    refused = await everyoneWhoIsRefused(server);
    url = `${server.url}/functions/v1`;
    if (runtime === 'Node') return;
    ({ url, stop } = await serveAllWithDeno(NAMES, {
      SUPABASE_URL: server.url,
      SUPABASE_ANON_KEY: server.keys.anonKey,
      SUPABASE_SERVICE_ROLE_KEY: server.keys.serviceRoleKey,
    }));
  });
  afterAll(async () => {
    await stop();
    await server.stop();
  });

  /** The answer to this credential, for each way to call the function. The request's body is never read. */
  async function heard(name: string, token: string | null): Promise<string[]> {
    const answers = await Promise.all(
      ['GET', 'POST'].map(async (method) => {
        const response = await fetch(`${url}/${name}`, {
          method,
          headers: token === null ? {} : { authorization: `Bearer ${token}` },
          ...(method === 'POST' && { body: '{' }),
        });
        const { code } = (await response.json()) as { code?: string };
        return `${response.status} ${code}`;
      }),
    );
    return [...new Set(answers.filter((answer) => answer !== '405 method_not_allowed'))];
  }

  test('such functions exist', () => expect(NAMES).toContain('team-people'));

  const some = NAMES.filter((_, at) => at % 3 === 0);

  test.each(runtime === 'Node' ? NAMES : times(some, NAMES))(
    '%s refuses every credential that is not a team member’s at work',
    async (name) => {
      const wrong: unknown[] = [];
      for (const [who, token, usual] of refused) {
        // An app without its setup code unlocks nothing.
        const answer = usual === LOCKED && name === 'team-set-up' ? TOO_OLD : usual;
        const all = await heard(name, token);
        if (all.length === 0 || all.some((each) => !matches(each, answer))) wrong.push([who, all, answer]);
      }
      expect(wrong).toEqual([]);
    },
  );

  test('a team member at work is let in', async () => {
    const { token } = await newMember(server, 'coach');
    expect(await heard('team-session', token)).not.toContainEqual(expect.stringMatching(/^40[13] /));
  });
});

const matches = (heard: string, answer: string | RegExp) =>
  typeof answer === 'string' ? heard === answer : answer.test(heard);

const NOBODY = /^401 /;

/** Created once. Every function is tried with all of their credentials. */
async function everyoneWhoIsRefused(server: TestServer): Promise<Refused[]> {
  const people = [
    anonymousCallers,
    patients,
    withoutFactor,
    beforeTheFactor,
    withAnotherFactor,
    fromTooLongAgo,
    whoChangedSides,
    whoHaveLeft,
  ];
  const refused: Refused[] = [];
  for (const some of people) refused.push(...(await some(server)));
  return refused;
}

async function anonymousCallers({ keys }: TestServer): Promise<Refused[]> {
  return [
    ['no credential', null, NOBODY],
    ['nonsense', 'nonsense', NOBODY],
    ['the public key', keys.anonKey, NOBODY],
    ['the service’s own key', keys.serviceRoleKey, NOBODY],
  ];
}

async function patients(server: TestServer): Promise<Refused[]> {
  const [patient, raised] = [await newPatient(server), await newPatient(server)];
  const { session_id: session } = await server.keys.verify(raised.token);
  await expect(verifyFactor(server.database, raised.id, session as string)).rejects.toThrow();
  await server.database.query(
    `update auth.sessions set aal = 'aal2', factor_id = gen_random_uuid() where id = $1`,
    [session],
  );
  return [
    ['a patient', patient.token, NOT_ALLOWED],
    ['a patient whose session was raised', raised.token, NOT_ALLOWED],
    ['the same with a token that says so', (await withRaisedToken(server, raised)).token, NOT_ALLOWED],
  ];
}

async function withoutFactor(server: TestServer): Promise<Refused[]> {
  const { token } = await mailedMember(server, 'administrator');
  const claims = await server.keys.verify(token);
  const forged = await server.keys.sign({ ...claims, aal: 'aal2', amr: [{ method: 'totp', timestamp: 1 }] });
  return [
    ['a team member at aal1', token, NO_FACTOR],
    ['a token that only says aal2', forged, NO_FACTOR],
  ];
}

async function beforeTheFactor(server: TestServer): Promise<Refused[]> {
  const [member, gone] = [await newMember(server, 'administrator'), await newMember(server, 'administrator')];
  const tokenOf = async ({ token }: typeof member, aal: string | undefined) =>
    server.keys.sign({ ...(await server.keys.verify(token)), aal });
  const ofGone = await tokenOf(gone, 'aal1');
  await server.database.query('delete from auth.sessions where id = $1', [gone.sessionId]);
  return [
    ['the token from before its session was raised', await tokenOf(member, 'aal1'), NO_FACTOR],
    ['the same without a level', await tokenOf(member, undefined), NO_FACTOR],
    ['the same of a session that is gone', ofGone, NOBODY],
  ];
}

async function withAnotherFactor(server: TestServer): Promise<Refused[]> {
  const [member, other] = [await newMember(server, 'coach'), await newMember(server, 'coach')];
  const inSession = async (factor: string, ...values: string[]) => {
    const later = await withRaisedToken(server, await signInMember(server, member));
    await server.database.query(
      `update auth.sessions set aal = 'aal2', factor_id = ${factor} where id = $1`,
      [later.sessionId, ...values],
    );
    return later.token;
  };
  const factorOfOther = '(select factor_id from public.care_team where id = $2)';
  return [
    ['a factor of no one', await inSession('gen_random_uuid()'), NO_FACTOR],
    ['another member’s factor', await inSession(factorOfOther, other.person), NO_FACTOR],
  ];
}

async function fromTooLongAgo(server: TestServer): Promise<Refused[]> {
  const agedBy = async (since: string, answer: string): Promise<Refused[]> => {
    const { token, sessionId } = await newMember(server, 'administrator');
    await server.database.query('update auth.sessions set created_at = now() - $2::interval where id = $1', [
      sessionId,
      since,
    ]);
    const renewed = await server.keys.sign({ ...(await server.keys.verify(token)), jti: since });
    return [
      [`a session of ${since}`, token, answer],
      ['a new token of that session', renewed, answer],
    ];
  };
  return [...(await agedBy('12 hours', TOO_OLD)), ...(await agedBy('15 minutes', LOCKED))];
}

/** A patient who becomes staff, and staff who become a patient, with their earlier credentials. */
async function whoChangedSides(server: TestServer): Promise<Refused[]> {
  const { query } = server.database;
  const patientMadeStaff = async () => {
    const patient = await newPatient(server);
    const { rows } = await query<{ email: string }>('select email from auth.users where id = $1', [
      patient.id,
    ]);
    const email = rows[0]!.email;
    await query('delete from public.customers where user_id = $1', [patient.id]);
    await query('delete from public.invitations where email = $1', [email]);
    const { person } = await inviteMember(server.database, 'coach', email);
    return { patient, email, person };
  };
  const staff = await patientMadeStaff();
  const again = await patientMadeStaff();
  const member = await signInMember(server, again);
  await query('delete from public.care_team where id = $1', [again.person]);
  await server.invite(again.email);
  return [
    ['what a patient held who is made staff', staff.patient.token, NOBODY],
    ['staff who were a patient, before their factor', (await signInMember(server, staff)).token, NO_FACTOR],
    ['what staff held who are made a patient', member.token, NOBODY],
    ['a patient who was staff', (await signInInvited(server, again.email)).token, NOT_ALLOWED],
  ];
}

async function whoHaveLeft(server: TestServer): Promise<Refused[]> {
  const member = await newMember(server, 'clinician');
  await server.database.query('select public.team_deactivate(null, $1)', [member.person]);
  return [['a member who left', member.token, NOBODY]];
}
