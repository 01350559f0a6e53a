import { randomUUID } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, isoFromInstant, MINUTE, type Instant } from '../../../domain/time/instant.ts';
import { newPatient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';
import { daysAhead, keepCall, type Clinic } from './testing/clinic.ts';
import { aTeamClinic, LATER } from './testing/team-calls.ts';
import { ask, type Asked } from './testing/two-clinics.ts';

// Every function of the care team's, also those that are yet to be written: what an answer tells of a patient's health, a
// refusal's included, has a line in the log.

const ROOT = join(import.meta.dirname, '../../..');
const NAMES = globSync('supabase/functions/team-*', { cwd: ROOT }).map((path) => path.split('/').at(-1)!);
const dayFrom = (days: number) => isoFromInstant(Date.now() + days * DAY).slice(0, 10);
const TODAY = dayFrom(0);

/** What is asked about: ids of what the patient has, or of nothing. */
type About = {
  id: string;
  /** When the upcoming call begins: no one's overlaps another's. */
  startsAt: Instant;
  email: string;
  upcoming: string;
  past: string;
  thread: string;
  picture: string;
  note: string;
  draft: string;
  result: string;
  loss: string;
  check: string;
};

let server: TestServer;
let clinic: Clinic;
let people: Record<'coach' | 'colleague' | 'clinician', Member>;
beforeAll(async () => {
  server = await startTestServer();
  people = {
    coach: await newMember(server, 'coach'),
    colleague: await newMember(server, 'coach'),
    clinician: await newMember(server, 'clinician'),
  };
  clinic = await aTeamClinic(server, Object.values(people));
});
afterAll(() => server.stop());

const sql = async (text: string, values: unknown[] = []) => (await server.database.query(text, values)).rows;

/** Somebody in the coach's care of whom nothing is known yet, with calls. */
async function calmPatient(place = 0): Promise<About> {
  const patient = await newPatient(server);
  const { id } = patient;
  await sql('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [
    id,
    people.coach.person,
  ]);
  const [row] = await sql('select customer_email as email from public.customers where user_id = $1', [id]);
  const [upcoming, past] = [
    await keepCall(server.database, patient, { clinic, startsAt: LATER + place * DAY }),
    await keepCall(server.database, patient, { clinic, startsAt: daysAhead(-1 - place, '10:00') }),
  ];
  const ids = ['thread', 'picture', 'note', 'draft', 'result', 'loss', 'check'].map((name) => [
    name,
    randomUUID(),
  ]);
  return {
    id,
    startsAt: LATER + place * DAY,
    email: String(row!['email']),
    upcoming,
    past,
    ...Object.fromEntries(ids),
  } as About;
}

const STATES = {
  pregnant: '',
  'after a loss': `insert into public.outcome_events (id, user_id, kind, day, cycle) select loss, id, 'loss', current_date, 1 from about;`,
};

/** The same with something of each kind. */
async function eventfulPatient(state: keyof typeof STATES, place: number): Promise<About> {
  const { startsAt, ...about } = await calmPatient(place);
  const author = `'${people.coach.person}'`;
  const columns = Object.entries(about).map(([name, value]) => {
    const cast = name === 'email' ? 'text' : 'uuid';
    return `'${value}'::${cast} as ${name}`;
  });
  await sql(`
    create temporary table about on commit drop as select ${columns.join(', ')};
    insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number) select id, 'ovulation', 3, 1 from about;
    insert into public.test_results (id, user_id, result_type, result, cycle_number, taken_at, taken_on)
      select result, id, 'PREGNANCY', 'positive', 1, now(), current_date from about;
    ${STATES[state]}
    insert into public.periods (user_id, day, kind) select id, current_date - 1, 'period' from about;
    insert into public.symptom_reports (user_id, signs, strength, since, urgent)
      select id, '{pain}', 'strong', current_date, true from about;
    insert into public.safety_checks (id, user_id, cycle, answers, outcome, reasons)
      select "check", id, 1, '{"coil": "yes"}', 'clinician', '{coil}' from about;
    insert into public.message_threads (id, user_id, topic) select thread, id, 'My treatment' from about;
    insert into public.messages (thread_id, user_id, place, sender, text, due_at)
      select thread, id, 1, 'patient', 'I am bleeding.', now() from about;
    insert into public.message_pictures (id, message_id, user_id, place, name, type, bytes)
      select picture, messages.id, user_id, 1, user_id || '/messages/' || picture, 'image/png', 1000
      from about join public.messages on user_id = about.id;
    insert into public.medical_notes (id, user_id, title, noted_on, content, author_id, author_name, author_role, signed_at)
      select note, id, 'After the call', current_date, 'Rest.', ${author}, 'The coach', 'coach', now() from about;
    insert into public.note_drafts (id, user_id, author_id, kind, title, noted_on, content)
      select draft, id, ${author}, 'medical', 'Begun', current_date, 'Rest.' from about`);
  return { ...about, startsAt };
}

/** With versions, ids and states that are not so, and some that are. */
function requests(of: About): Asked[] {
  const { id } = of;
  const get = (name: string, query: Record<string, string> = {}): Asked => ({ name, query });
  const post = (name: string, ...bodies: object[]): Asked[] => bodies.map((body) => ({ name, body }));
  const searched = {
    searchFrom: isoFromInstant(of.startsAt),
    searchUntil: isoFromInstant(of.startsAt + 60 * MINUTE),
  };
  const times = {
    startTime: isoFromInstant(of.startsAt + 60 * MINUTE),
    endTime: isoFromInstant(of.startsAt + 90 * MINUTE),
  };
  const colleague = people.colleague.person;
  const note = { kind: 'medical', title: 'Begun', date: TODAY, text: 'Rest.' };
  return [
    get('team-session'),
    ...post('team-session', {}),
    ...post('team-set-up', { setUpCode: 'ABCDEFGH23' }),
    get('team-today'),
    get('team-patients', { search: of.email }),
    get('team-patients', { search: of.email, status: 'Pregnant' }),
    get('team-patients', { search: of.email, stage: '3' }),
    get('team-patients', { search: of.email, cycle: '1' }),
    get('team-patient', { id }),
    get('team-coaches'),
    get('team-people'),
    ...post(
      'team-people',
      { action: 'invite', email: of.email, name: 'Ada', role: 'coach', timeZone: 'UTC' },
      ...['role', 'agree'].map((action) => ({ action, id, role: 'coach' })),
      ...['reset-factor', 'deactivate'].map((action) => ({ action, id })),
      { action: 'hosts', id, kinds: [] },
    ),
    get('team-calendar', { person: people.coach.person, from: dayFrom(-10), until: dayFrom(20) }),
    get('team-slots', { moving: of.upcoming, ...searched }),
    get('team-slots', { giving: of.past }),
    get('team-slots', { patientId: id, appointmentType: clinic.slug, ...searched }),
    ...[of.upcoming, of.past].flatMap((call) =>
      post(
        'team-calls',
        { action: 'move', id: call, version: 7, startTime: times.startTime },
        { action: 'move', id: call, startTime: times.startTime },
        { action: 'give', id: call, to: colleague },
        { action: 'cancel', id: call, words: 'We are sorry.' },
        { action: 'outcome', id: call, outcome: 'took-place' },
      ),
    ),
    ...post('team-calls', { action: 'book', patientId: id, appointmentType: clinic.slug, ...times }),
    ...post(
      'team-care',
      { action: 'assign', id, coach: colleague },
      { action: 'assign', ids: [id], coach: id },
      { action: 'contact', id, how: 'phone', words: 'We spoke.' },
      { action: 'log', id, type: 'ovulation', result: 'Invalid', day: TODAY },
      { action: 'log', id, type: 'pregnancy', result: 'positive', day: TODAY },
      { action: 'send-kit', id },
      ...['pause', 'resume', 'stop'].flatMap((action) => [
        { action, id },
        { action, id, seen: 'unsure' },
      ]),
      { action: 'resume', id, cycle: 2 },
      { action: 'loss', id, day: TODAY },
      { action: 'resolve', id, to: 'pregnant' },
      { action: 'take-back', id, resultId: of.result },
      { action: 'take-back', id, resultId: of.loss },
      { action: 'clear-safety-check', id, check: of.check, words: 'Talked it over.' },
      { action: 'clear-safety-check', id, check: randomUUID(), words: 'Talked it over.' },
    ),
    ...[`positive-test:${of.result}`, `safety-check:${of.check}`].flatMap((key) =>
      post(
        'team-decide',
        { key, decision: 'take' },
        { key, decision: 'take', version: 7 },
        { key, decision: 'done', outcome: 'spoke' },
        { key, decision: 'reopen' },
        { key, decision: 'hand-over', to: colleague, words: 'Please call.' },
        { key, decision: 'hand-over', to: randomUUID(), words: 'Please call.' },
      ),
    ),
    get('team-messages', { patient: id }),
    get('team-messages', { thread: of.thread }),
    ...post(
      'team-message',
      { threadId: of.thread, text: 'I will call you.' },
      { threadId: of.thread, text: 'I will call you.', seen: 7 },
      { threadId: of.thread, text: 'I will call you.', seen: 0 },
    ),
    get('team-picture', { id: of.picture }),
    ...post(
      'team-notes',
      { action: 'save', patientId: id, ...note },
      { action: 'save', patientId: id, noteId: of.draft, version: 7, ...note },
      { action: 'sign', noteId: of.draft, version: 7 },
      { action: 'sign', noteId: of.note, version: 1 },
      { action: 'addendum', noteId: of.note, text: 'And drink.' },
      { action: 'withdraw', noteId: of.note, reason: 'In the wrong record.' },
      { action: 'withdraw', noteId: of.draft, reason: 'In the wrong record.', belongsTo: id },
      { action: 'discard', noteId: of.draft },
      { action: 'discard', noteId: of.note },
    ),
    ...post('team-open-with-reason', { id, category: 'safety', words: 'They called.' }),
    ...post(
      'team-absences',
      { action: 'add', person: id, from: TODAY, until: TODAY },
      { action: 'remove', id },
    ),
    ...post('team-hours', { person: id, hours: [] }),
    ...post('team-kits', { id, trackingUrl: 'https://parcels.example/1', sentOn: TODAY, seen: 'none' }),
    get('team-invitations', { search: of.email }),
    ...post(
      'team-invitations',
      { action: 'invite', email: of.email, first: 'Ada', last: 'Okafor' },
      ...['send-again', 'revoke'].map((action) => ({ action, email: of.email })),
      { action: 'correct', email: of.email, to: `${randomUUID()}@example.com` },
    ),
    get('team-access-log', { patient: id }),
    get('team-schedules'),
    get('team-clinic'),
    ...post('team-clinic', { changes: [] }),
  ];
}

/** The same for every patient but for what is said of them. */
function comparable(text: string, of: About): string {
  const json = JSON.parse(text) as {
    items?: { patient: { id: string } | null }[];
    ended?: unknown;
    calls?: unknown;
  };
  const ofPatient = json.items
    ? { ...json, items: json.items.filter(({ patient }) => patient?.id === of.id), ended: null, calls: null }
    : json;
  return JSON.stringify(ofPatient)
    .replaceAll(of.email, '<email>')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)/g, '<moment>');
}

type Heard = { words: string; isLogged: boolean; wasChanged: boolean };

async function answerTo(asked: Asked, who: Member, of: About): Promise<Heard> {
  // A read is noted once in 15 minutes.
  await sql('delete from private.limits');
  const [last] = await sql('select coalesce(max(id), 0) as id from public.audit_log');
  const { status, text } = await ask(server, who, asked);
  const lines = await sql(
    // Someone who has to give a reason first hears in constant words that the patient is a colleague's: that is a line of theirs.
    `select kind from public.audit_log
     where actor_id = $2 and id > $3 and (subject_id = $1 or kind = 'refused_reason_required')`,
    [of.id, who.person, last!['id']],
  );
  return {
    words: `${status} ${comparable(text, of)}`,
    isLogged: lines.length > 0,
    wasChanged: status === 200 && asked.body !== undefined,
  };
}

/** One after the other; a patient whom a request changed is followed by another like them. */
async function answersTo(
  who: Member,
  make: () => Promise<About>,
): Promise<(Heard & { asked: string; names: boolean })[]> {
  let of = await make();
  const heard = [];
  for (let place = 0; place < requests(of).length; place += 1) {
    const request = requests(of)[place]!;
    const answer = await answerTo(request, who, of);
    const asked = `${request.name} ${JSON.stringify(request.body ?? request.query)}`;
    heard.push({ ...answer, asked, names: asked.includes(of.id) });
    if (!answer.wasChanged) continue;
    await sql('delete from public.appointments where user_id = $1', [of.id]);
    of = await make();
  }
  await sql('delete from public.appointments where user_id = $1', [of.id]);
  return heard;
}

test.each(['coach', 'colleague', 'clinician'] as const)(
  'whatever a %s hears that differs with a patient’s health is in the log',
  { timeout: 300_000 },
  async (role) => {
    const calm = await answersTo(people[role], () => calmPatient());
    const silent: string[] = [];
    for (const [place, state] of (Object.keys(STATES) as (keyof typeof STATES)[]).entries()) {
      const eventful = await answersTo(people[role], () => eventfulPatient(state, place + 1));
      for (const [at, { words, isLogged, asked, names }] of eventful.entries()) {
        const other = calm[at]!;
        // An id of nothing is no one's: only a request that names the patient says something of one who has nothing.
        const areLogged = isLogged && (other.isLogged || !names);
        if (words !== other.words && !areLogged) silent.push(`${state}, ${asked}: ${words} / ${other.words}`);
      }
    }
    expect(silent.map((line) => line.slice(0, 500))).toEqual([]);
  },
);

/** Every value that tells one request from another, as the contracts have them. */
async function actionsOf(name: string): Promise<string[]> {
  const contracts = globSync(`domain/contracts/team/${name}.ts`, { cwd: ROOT });
  const found = await Promise.all(
    contracts.map(async (path) => {
      const exports = (await import(join(ROOT, path))) as Record<string, unknown>;
      return Object.entries(exports).flatMap(([exported, schema]) =>
        /(Request|Change)$/.test(exported) ? literalsIn(schema) : [],
      );
    }),
  );
  return [...new Set(found.flat())];
}

type Schema = { def?: { options?: unknown[]; shape?: Record<string, Schema>; values?: unknown[] } };

function literalsIn(schema: unknown): string[] {
  const { def } = schema as Schema;
  if (def?.options) return def.options.flatMap(literalsIn);
  return ['action', 'decision'].flatMap((field) => (def?.shape?.[field]?.def?.values ?? []).map(String));
}

test('every function of the team is asked, in each way in which it can be', async () => {
  const asked = requests(await calmPatient());
  await sql('delete from public.appointments');
  expect(NAMES.filter((name) => asked.every((request) => request.name !== name))).toEqual([]);
  expect((await actionsOf('team-care')).length).toBeGreaterThan(5);
  for (const name of NAMES) {
    const bodies = asked
      .filter((request) => request.name === name)
      .map(({ body }) => JSON.stringify(body ?? {}));
    const missing = (await actionsOf(name)).filter((action) =>
      bodies.every((body) => !body.includes(`"${action}"`)),
    );
    expect([name, missing]).toEqual([name, []]);
  }
});
