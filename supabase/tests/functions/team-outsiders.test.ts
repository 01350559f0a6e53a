import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient } from '../../../server/testing/patient.ts';
import { mailedMember, newMember, type Member } from '../../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';
import { eventfulPatient, everyRequest, type About, type Setting } from './testing/every-request.ts';
import { aTeamClinic } from './testing/team-calls.ts';
import { ask, type Asked } from './testing/two-clinics.ts';

// Every request of the team's functions about a patient, by everyone who has no right to it.

type Caller = Pick<Member, 'token'>;

let server: TestServer;
let setting: Setting;
let patient: About;
let outsiders: Record<string, Caller>;
beforeAll(async () => {
  server = await startTestServer();
  const [coach, colleague] = [await newMember(server, 'coach'), await newMember(server, 'coach')];
  setting = { server, coach, colleague, clinic: await aTeamClinic(server, [coach]) };
  patient = await eventfulPatient(setting, 'after a loss', 0, { lateMessage: false });
  const newcomer = await newPatient(server, { consent: false });
  outsiders = {
    'a coach of others': await newMember(server, 'coach'),
    'a coach whose reason has ended': await afterReason(),
    'a coach whose follow-up is done': await afterFollowUp(),
    'an administrator': await newMember(server, 'administrator'),
    'a clinician without a second factor': await mailedMember(server, 'clinician'),
    'a clinician after 15 idle minutes': await aged('16 minutes'),
    'a clinician after 12 hours': await aged('12 hours'),
    'a clinician who signed out': await signedOut(),
    'a clinician whose app was reset': await withoutApp(),
    'a clinician who has left': await left(),
    'another patient': await newPatient(server),
    'a patient without consent': newcomer,
    'the public key': { token: server.keys.anonKey },
  };
});
afterAll(() => server.stop());

const sql = async (text: string, values: unknown[] = []) => (await server.database.query(text, values)).rows;

async function afterReason(): Promise<Member> {
  const member = await newMember(server, 'coach');
  await sql(
    `insert into public.record_openings (user_id, person_id, category, words, opened_at, ends_at)
     values ($1, $2, 'safety', 'They called.', now() - interval '5 hours', now() - interval '1 hour')`,
    [patient.id, member.person],
  );
  return member;
}

async function afterFollowUp(): Promise<Member> {
  const member = await newMember(server, 'coach');
  await sql(
    `with asked as (
       insert into public.follow_ups (user_id, due_at, text, to_id, person_id, person_name, person_role)
       values ($1, now(), 'Please call.', $2, $3, 'The coach', 'coach') returning id)
     insert into public.attention_decisions (key, version, user_id, decision, outcome, person_id, person_name, person_role)
     select 'follow-up:' || id, 1, $1, 'done', 'spoke', $2, 'The coach', 'coach' from asked`,
    [patient.id, member.person, setting.coach.person],
  );
  return member;
}

async function aged(by: string): Promise<Member> {
  const member = await newMember(server, 'clinician');
  await sql('update auth.sessions set created_at = now() - $2::interval where id = $1', [
    member.sessionId,
    by,
  ]);
  await sql(`delete from private.staff_activity where session_id = $1`, [member.sessionId]);
  return member;
}

async function signedOut(): Promise<Member> {
  const member = await newMember(server, 'clinician');
  await sql('delete from auth.sessions where id = $1', [member.sessionId]);
  return member;
}

async function withoutApp(): Promise<Member> {
  const member = await newMember(server, 'clinician');
  await sql(`select public.team_reset_factor(null, $1, 'a code')`, [member.person]);
  return member;
}

async function left(): Promise<Member> {
  const member = await newMember(server, 'clinician');
  await sql('select public.team_deactivate(null, $1)', [member.person]);
  return member;
}

/**
 * Requests about the office and oneself. Their effect on a patient isn't about health, and administrators may
 * send them.
 */
const OFFICE =
  /^team-(appointment-types|identity|email-change|kits|calls|invitations|people|absences|hours|clinic|templates|replies|slots|access-log|patients?|calendar|schedules|coaches|today|session|set-up)$/;
/** Every coach may ask these about everyone. Their own tests check the answers. */
const OF_EVERY_COACH =
  /^team-(patients|calendar|coaches|today|session|set-up|slots|people|open-with-reason|templates|replies|own-calendar|conversations|absences|hours)$/;
const isTheirs = (who: string, name: string) =>
  (who === 'an administrator' && OFFICE.test(name)) ||
  (who.startsWith('a coach') && OF_EVERY_COACH.test(name)) ||
  // The code that ties an app to its owner is asked for before there is an owner.
  (who.startsWith('a clinician') && /^team-(set-up|session)$/.test(name));

/** Everything the team must not have changed: every row about the patient except in the log. */
async function rowsOf(id: string): Promise<Record<string, unknown>> {
  const tables = await sql(
    `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid and attname = 'user_id'
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  );
  const found: Record<string, unknown> = {};
  for (const { name } of tables)
    found[String(name)] = await sql(`select * from public.${String(name)} where user_id = $1 order by 1, 2`, [
      id,
    ]);
  return found;
}

/** The messages between the patient and their coach. */
const SECRETS = ['I am bleeding.', 'Rest.', 'After the call'];

/** For ids that belong to no one. */
const ofNothing = (of: About): About => ({
  ...(Object.fromEntries(
    Object.entries(of).map(([name, value]) => [name, name === 'email' ? value : randomUUID()]),
  ) as About),
  startsAt: of.startsAt,
});

test(
  'no one without a right to the record acts on it or reads it, in any way a function offers',
  { timeout: 300_000 },
  async () => {
    const before = await rowsOf(patient.id);
    const through: string[] = [];
    const nothing = everyRequest(ofNothing(patient), setting);
    for (const [who, caller] of Object.entries(outsiders))
      for (const [place, request] of everyRequest(patient, setting).entries()) {
        if (isTheirs(who, request.name)) continue;
        const answer = await ask(server, caller, request);
        for (const secret of SECRETS) expect(answer.text, `${who}: ${words(request)}`).not.toContain(secret);
        if (answer.status === 401 || answer.status === 403) continue;
        // The answer for unknown ids reveals nothing about the patient.
        const isRefused =
          answer.status === 409 && isDeepStrictEqual(answer, await ask(server, caller, nothing[place]!));
        if (!isRefused)
          through.push(`${who}: ${words(request)} ${answer.status} ${answer.text.slice(0, 200)}`);
      }
    expect(through).toEqual([]);
    expect(await rowsOf(patient.id)).toEqual(before);
  },
);

const words = ({ name, body, query }: Asked) => `${name} ${JSON.stringify(body ?? query ?? {})}`;
