import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVITATIONS_PER_PAGE } from '../../domain/contracts/team/team-invitations.ts';
import { PATIENTS_PER_PAGE } from '../../domain/contracts/team/team-patients.ts';
import { conversationHolder, type Kept } from '../../domain/messages/holder.ts';
import { stageOf } from '../../domain/messages/reply-clock.ts';
import { OPTIONS } from '../../domain/onboarding/questionnaire.ts';
import { canUndo } from '../../domain/results/correction.ts';
import { TREATMENT_STAGE, treatmentCycle } from '../../domain/results/treatment-cycle.ts';
import { APPLICATOR_PERSONS, applicatorPerson } from '../../domain/safety/agreement.ts';
import { endsOf } from '../../domain/worklist/ends.ts';
import { CLINIC_RULES, itemsOf, RULES } from '../../domain/worklist/items-of.ts';
import { NOBODY, NOW as TODAY_AT_TEN, QUIET } from '../../domain/worklist/testing.ts';
import { CHAPTERS } from '../../domain/worklist/testing-moments.ts';
import { HOST_AWAY_BEFORE } from '../../domain/worklist/rules/host-is-away.ts';
import { timedCaps } from '../../domain/treatment-day/events.ts';
import { phoneActs } from '../../domain/treatment-day/testing.ts';
import { isUnused } from '../../domain/worklist/rules/invitation-unused.ts';
import { connectAsSuperuser, testDatabase } from '../../server/testing/test-database.ts';
import { TeamScene, type Joined } from './team-scene.ts';

// Rules that the database and the domain both decide. Each is asked of both, for the same random facts and the same moment.

const scene = new TeamScene();
let remove: () => Promise<void>;
let sql: Client;
beforeAll(async () => {
  ({ database: scene.database, remove } = await testDatabase());
  sql = await connectAsSuperuser(scene.database);
  await sql.query('set session_replication_role = replica');
});
afterAll(async () => {
  await sql.end();
  await remove();
});

const NOW = Date.parse('2026-11-18T12:00:00Z');
const SECOND = 1_000;
/** In seconds. */
const DAY = 86_400;

/** Seconds before now, often within a second of the moment a rule changes its mind. */
const secondsAround = (turningPoint: number) =>
  fc.oneof(
    fc.integer({ min: -1, max: 1 }).map((seconds) => turningPoint + seconds),
    fc.integer({ min: 0, max: 30 * DAY }),
  );
const many = <T>(facts: fc.Arbitrary<T>) => fc.sample(facts, { numRuns: 200, seed: 47 });

test('an invitation is unused a week after it was last sent, on Today and under Invitations', async () => {
  const cases = many(
    fc.record({ invited: secondsAround(7 * DAY), mailed: fc.option(secondsAround(7 * DAY)) }),
  );
  await sql.query('begin');
  await sql.query(
    `insert into public.invitations (email, first_name, last_name, invited_at, emailed_at)
     select place || '@example.com', 'Robin', place::text, now() - make_interval(secs => invited), now() - make_interval(secs => mailed)
     from unnest($1::integer[], $2::integer[]) with ordinality as made (invited, mailed, place)`,
    [cases.map(({ invited }) => invited), cases.map(({ mailed }) => mailed)],
  );
  await sql.query('select private.rebuild_directory()');
  const { rows } = await sql.query<{ place: number; state: string }>(
    `select last_name::integer as place, private.invitation_state(invitations, false) as state
     from public.invitations order by 1`,
  );
  const { rows: clinic } = await sql.query<{ places: number[] }>(
    `select array(select split_part(line ->> 'name', ' ', 2)::integer
       from jsonb_array_elements(private.clinic_rows() -> 'invitations') as line order by 1) as places`,
  );
  await sql.query('rollback');
  const unused = cases.flatMap(({ invited, mailed }, at) =>
    isUnused(NOW - (mailed ?? invited) * SECOND, NOW) ? [at + 1] : [],
  );
  expect(unused.length).toBeGreaterThan(20);
  expect(rows.filter(({ state }) => state === 'unused').map(({ place }) => place)).toEqual(unused);
  expect(clinic[0]!.places).toEqual(unused);
});

test('once half of its reply time is over, a message is for every coach', async () => {
  const cases = many(
    fc
      .integer({ min: 0, max: DAY })
      .chain((sent) => fc.record({ sent: fc.constant(sent), due: secondsAround(sent) })),
  );
  const { rows } = await sql.query<{ is_late: boolean }>(
    `select private.is_for_every_coach(jsonb_populate_record(null::public.messages, jsonb_build_object(
       'created_at', now() - make_interval(secs => sent), 'due_at', now() + make_interval(secs => due)))) as is_late
     from unnest($1::integer[], $2::integer[]) as made (sent, due)`,
    [cases.map(({ sent }) => sent), cases.map(({ due }) => due)],
  );
  expect(rows.map((row) => row.is_late)).toEqual(
    cases.map(
      ({ sent, due }) => stageOf({ at: NOW - sent * SECOND, dueAt: NOW + due * SECOND }, NOW) !== 'fresh',
    ),
  );
});

test('a reply that came after half of the reply time answered a message for every coach', async () => {
  const cases = many(
    fc
      .integer({ min: 2, max: DAY })
      .chain((total) =>
        fc.record({ total: fc.constant(total), passed: secondsAround(Math.round(total / 2)) }),
      ),
  );
  const patient = randomUUID();
  await sql.query('begin');
  await sql.query(
    `with made as (
       select gen_random_uuid() as thread, total, passed, place
       from unnest($1::integer[], $2::integer[]) with ordinality as given (total, passed, place)),
     asked as (
       insert into public.messages (thread_id, user_id, place, sender, text, created_at, due_at)
       select thread, $3, 1, 'patient', 'Hello', now(), now() + make_interval(secs => total) from made)
     insert into public.messages (thread_id, user_id, place, sender, text, created_at, person_id, person_name, person_role)
     select thread, $3, 1 + place, 'team', 'Hello', now() + make_interval(secs => passed), $3, 'A coach', 'coach' from made`,
    [cases.map(({ total }) => total), cases.map(({ passed }) => passed), patient],
  );
  const { rows } = await sql.query<{ is_late: boolean }>(
    `select private.answered_for_every_coach(reply) as is_late from public.messages as reply
     where user_id = $1 and sender = 'team' order by place`,
    [patient],
  );
  await sql.query('rollback');
  const late = cases.map(
    ({ total, passed }) =>
      stageOf({ at: NOW, dueAt: NOW + total * SECOND }, NOW + passed * SECOND) !== 'fresh',
  );
  expect(new Set(late).size).toBe(2);
  expect(rows.map((row) => row.is_late)).toEqual(late);
});

test('a message goes first to the person who replied, or was handed the conversation, in the day before it', async () => {
  const cases = many(
    fc.record({
      replied: fc.option(secondsAround(DAY).filter((ago) => ago > 0)),
      handed: fc.option(secondsAround(DAY).filter((ago) => ago > 0)),
    }),
  );
  const [one, other] = [randomUUID(), randomUUID()];
  const patient = randomUUID();
  await sql.query('begin');
  await sql.query(
    `insert into public.care_team (id, email, name, role, time_zone, joined_at)
     select id, id || '@example.com', 'A coach', 'coach', 'America/New_York', now() from unnest($1::uuid[]) as id`,
    [[one, other]],
  );
  const { rows } = await sql
    .query<{ holder: string | null; kept: Kept[]; at: number }>(
      `with made as (
       select gen_random_uuid() as thread, gen_random_uuid() as first, replied, handed, place
       from unnest($1::integer[], $2::integer[]) with ordinality as given (replied, handed, place)),
     written as (
       insert into public.messages (id, thread_id, user_id, place, sender, text, created_at)
       select first, thread, $3, 1, 'patient', 'Hello', now() - interval '90 days' from made),
     replies as (
       insert into public.messages (thread_id, user_id, place, sender, text, created_at, person_id, person_name, person_role)
       select thread, $3, 2, 'team', 'Hello', now() - make_interval(secs => replied), $4, 'A coach', 'coach'
       from made where replied is not null),
     hand_offs as (
       insert into public.attention_decisions (key, version, user_id, decision, words, to_id, person_id, person_name, person_role, decided_at)
       select 'message-waits:' || first, 1, $3, 'hand-over', 'Please', $5, $4, 'A coach', 'coach', now() - make_interval(secs => handed)
       from made where handed is not null)
     select place from made`,
      [cases.map(({ replied }) => replied), cases.map(({ handed }) => handed), patient, one, other],
    )
    .then(() =>
      sql.query(
        `select private.holder_of_message(waiting) as holder, private.epoch_ms(now())::float8 as at,
         (select coalesce(json_agg(json_build_object('personId', person_id, 'at', private.epoch_ms(at))), '[]')
           from private.kept_before(waiting)) as kept
       from (select thread_id, min(created_at) as begun from public.messages where user_id = $1 group by 1) as threads
       cross join lateral jsonb_populate_record(null::public.messages, jsonb_build_object(
         'user_id', $1, 'thread_id', thread_id, 'place', 3, 'created_at', now())) as waiting`,
        [patient],
      ),
    );
  await sql.query('rollback');
  expect(rows).toHaveLength(cases.length);
  expect(rows.filter(({ holder }) => holder === null).length).toBeGreaterThan(20);
  expect(rows.filter(({ holder }) => holder === other).length).toBeGreaterThan(20);
  for (const { holder, kept, at } of rows) expect(conversationHolder(kept, at)).toBe(holder);
});

test('a message is no one’s who is away', async () => {
  const [away, back] = [randomUUID(), randomUUID()];
  await sql.query('begin');
  await sql.query(
    `insert into public.care_team (id, email, name, role, time_zone, joined_at)
     select id, id || '@example.com', 'A coach', 'coach', 'America/New_York', now() from unnest($1::uuid[]) as id`,
    [[away, back]],
  );
  await sql.query(
    `insert into public.absences (host_id, starts_at, ends_at) values
       ($1, now() - interval '1 hour', now() + interval '1 hour'), ($2, now() - interval '2 hours', now() - interval '1 hour')`,
    [away, back],
  );
  await sql.query(
    `insert into public.messages (thread_id, user_id, place, sender, text, created_at, person_id, person_name, person_role)
     select id, id, 1, 'team', 'Hello', now() - interval '2 hours', id, 'A coach', 'coach' from unnest($1::uuid[]) as id`,
    [[away, back]],
  );
  const { rows } = await sql.query<{ holder: string | null }>(
    `select private.holder_of_message(jsonb_populate_record(null::public.messages, jsonb_build_object(
       'user_id', id, 'thread_id', id, 'place', 2, 'created_at', now()))) as holder
     from unnest($1::uuid[]) with ordinality as given (id, place) order by place`,
    [[away, back]],
  );
  await sql.query('rollback');
  expect(rows.map(({ holder }) => holder)).toEqual([null, back]);
});

test('what was logged or decided by mistake can be undone for the same day', async () => {
  const cases = many(secondsAround(DAY));
  const { rows } = await sql.query<{ can: boolean }>(
    `select now() - make_interval(secs => ago) > private.undone_since() as can from unnest($1::integer[]) as ago`,
    [cases],
  );
  expect(rows.map(({ can }) => can)).toEqual(cases.map((ago) => canUndo(NOW - ago * SECOND, NOW)));
});

test('the treatment cycle is the highest of the completed phases of treatment', async () => {
  const { rows: phases } = await sql.query<{ phase_id: string; stage_number: number }>(
    'select phase_id, stage_number from public.journey_phases',
  );
  const completion = fc.record({
    phase: fc.constantFrom(...phases),
    cycle: fc.option(fc.integer({ min: 1, max: 3 })),
  });
  const patients = many(
    fc.record({
      id: fc.uuid(),
      done: fc.uniqueArray(completion, { selector: ({ phase }) => phase.phase_id, maxLength: 8 }),
    }),
  );
  const done = patients.flatMap(({ id, done: all }) => all.map((one) => ({ id, ...one })));
  await sql.query('begin');
  await sql.query(
    `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
     select * from unnest($1::uuid[], $2::text[], $3::integer[], $4::integer[])`,
    [
      done.map(({ id }) => id),
      done.map(({ phase }) => phase.phase_id),
      done.map(({ phase }) => phase.stage_number),
      done.map(({ cycle }) => cycle),
    ],
  );
  const { rows } = await sql.query<{ cycle: number }>(
    'select private.treatment_cycle(id) as cycle from unnest($1::uuid[]) with ordinality as patient (id, place) order by place',
    [patients.map(({ id }) => id)],
  );
  await sql.query('rollback');
  expect(rows.map(({ cycle }) => cycle)).toEqual(
    patients.map((patient) =>
      treatmentCycle(
        patient.done.filter(({ phase }) => phase.stage_number === TREATMENT_STAGE).map(({ cycle }) => cycle),
      ),
    ),
  );
});

test('a cap counts as used unless its timer was started by mistake, whatever was corrected, reset and entered again', async () => {
  const patients = many(
    fc.record({
      id: fc.uuid(),
      acts: phoneActs(NOW),
      // The same from a second phone that is a few minutes behind.
      behind: fc.option(fc.integer({ min: 1, max: 20 })),
    }),
  ).map(({ id, acts, behind }) => {
    const events = acts.map(({ event }) => event);
    const again = events
      .filter(({ action }) => behind !== null && action === 'cap-in')
      .map(({ action, at, reportedAt }) => ({
        action,
        at: at + behind! * 1_000,
        reportedAt: reportedAt + behind! * 1_000,
      }));
    return { id, events: [...events, ...again] };
  });
  const rows = patients.flatMap(({ id, events }) => events.map((event) => ({ id, ...event })));
  await sql.query('begin');
  await sql.query(
    `insert into public.treatment_day_timers (user_id, cycle, action, at, reported_at, on_day)
     select id, 1, action, at, reported_at, (at at time zone 'UTC')::date
     from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::timestamptz[]) as made (id, action, at, reported_at)`,
    [
      rows.map(({ id }) => id),
      rows.map(({ action }) => action),
      rows.map(({ at }) => new Date(at)),
      rows.map(({ reportedAt }) => new Date(reportedAt)),
    ],
  );
  const { rows: found } = await sql.query<{ used: Date[] }>(
    `select array(select at from private.caps_used(id) order by at) as used
     from unnest($1::uuid[]) with ordinality as patient (id, place) order by place`,
    [patients.map(({ id }) => id)],
  );
  await sql.query('rollback');
  const used = patients.map(({ events }) =>
    timedCaps(events)
      .map(({ start }) => start.at)
      .sort((one, other) => one - other),
  );
  expect(used.flat().length).toBeGreaterThan(100);
  expect(found.map((row) => row.used.map((at) => at.getTime()))).toEqual(used);
});

test('the applicator user: the person stated last, or else the surrogate if the family has one', async () => {
  const patients = many(
    fc.record({
      id: fc.uuid(),
      familySetUp: fc.option(fc.constantFrom(...OPTIONS.family_set_up)),
      stated: fc.option(fc.constantFrom(...APPLICATOR_PERSONS)),
    }),
  );
  await sql.query('begin');
  await sql.query(
    `insert into public.customers (user_id, customer_email) select id, id || '@example.com' from unnest($1::uuid[]) as id`,
    [patients.map(({ id }) => id)],
  );
  await sql.query(
    `insert into public.onboarding_info (user_id, user_age, trying_duration, menstrual_cycle_length, uses_ovulation_tests,
       had_fertility_investigations, infertility_diagnosis, previous_treatments, family_set_up)
     select id, 30, '1-2 years', '<21 days', 'Yes', 'No', '{PCOS}', '{Other}', family
     from unnest($1::uuid[], $2::text[]) as made (id, family) where family is not null`,
    [patients.map(({ id }) => id), patients.map(({ familySetUp }) => familySetUp)],
  );
  await sql.query(
    `insert into public.applicator_agreements (user_id, person, name, agreed, words_version)
     select id, person, case when person <> 'self' then 'Sam' end, true, '1'
     from unnest($1::uuid[], $2::text[]) as made (id, person) where person is not null`,
    [patients.map(({ id }) => id), patients.map(({ stated }) => stated)],
  );
  const { rows } = await sql.query<{ body: string | null; stated: string | null }>(
    `select private.present_body(id) as body, (private.stated_agreement(id)).id as stated
     from unnest($1::uuid[]) with ordinality as patient (id, place) order by place`,
    [patients.map(({ id }) => id)],
  );
  await sql.query('rollback');
  const isOwn = rows.map(({ body }, at) => body === patients[at]!.id);
  expect(isOwn).toEqual(
    patients.map(({ familySetUp, stated }) => {
      const agreement = stated && { person: stated, name: 'Sam', agreed: true };
      return applicatorPerson({ familySetUp, stated: agreement }) === 'self';
    }),
  );
  // Someone else's body is known by their agreement, and a surrogate's by none before they are named.
  for (const [at, { body, stated }] of rows.entries()) if (!isOwn[at]) expect(body).toBe(stated);
});

test('a page of patients and of invitations is as long as the workspace expects', async () => {
  const administrator: Joined = await scene.join('administrator');
  const total = 2 * Math.max(PATIENTS_PER_PAGE, INVITATIONS_PER_PAGE) + 1;
  await sql.query(
    `insert into public.invitations (email, first_name, last_name)
     select n || '@page.example.com', 'Robin', 'Page' from generate_series(1, $1::integer) as n`,
    [total],
  );
  await sql.query('set session_replication_role = default');
  await sql.query('select private.rebuild_directory()');
  const ask = (name: string, reads: string[]) =>
    scene.ask(`public.${name}($1, $2, $3, $4, '{}')`, [
      administrator.user,
      administrator.session,
      ['administrator'],
      reads,
    ]);
  const reads = ['identity', 'administrative_summary'];
  const list = (await ask('team_patients', reads)) as { patients: unknown[]; total: number; pages: number };
  expect(list).toMatchObject({ total, pages: Math.ceil(total / PATIENTS_PER_PAGE) });
  expect(list.patients).toHaveLength(PATIENTS_PER_PAGE);
  const { invitations } = (await ask('team_invitations', reads)) as { invitations: unknown[] };
  expect(invitations).toHaveLength(INVITATIONS_PER_PAGE);
});

test('what ends an item of each rule', async () => {
  const rules = [...[...RULES, ...CLINIC_RULES].map(({ id }) => id), 'a rule of tomorrow'];
  for (const rule of rules) {
    const { rows } = await sql.query('select private.ends_with($1) as outcomes', [rule]);
    expect(rows[0].outcomes, rule).toEqual([...endsOf({ rule }).outcomes]);
  }
});

test('an item can be put off unless its rule makes nothing but urgent ones', async () => {
  const items = Object.values(CHAPTERS)
    .flat()
    .flatMap(({ now = TODAY_AT_TEN, patients = [], clinic }) =>
      itemsOf({ ...NOBODY, ...clinic, patients: patients.map((facts) => ({ ...QUIET, ...facts })) }, now),
    );
  for (const { id: rule } of [...RULES, ...CLINIC_RULES]) {
    const { rows } = await sql.query('select private.can_be_put_off($1) as can', [rule]);
    const found = items.filter((item) => item.rule === rule);
    expect(found.length, rule).toBeGreaterThan(0);
    expect(rows[0].can, rule).toBe(found.some(({ isUrgent }) => !isUrgent));
  }
});

test('a call whose host is away is an item from the same moment on', async () => {
  const { rows } = await sql.query(
    'select 1000 * extract(epoch from private.host_away_before())::float8 as ms',
  );
  expect(rows[0].ms).toBe(HOST_AWAY_BEFORE);
});

test('a message is shown whole on Today exactly if all of it is among its first words', async () => {
  const { rows } = await sql.query<{ text: string; first: string; line: string }>(
    `select text, private.first_words(text) as first, private.one_line(text) as line
     from unnest($1::text[]) as text`,
    [['Can I\n  swim?', 'x'.repeat(120), 'x'.repeat(121)]],
  );
  expect(rows.map(({ first, line }) => first === line)).toEqual([true, true, false]);
  expect(rows[0]!.first).toBe('Can I swim?');
});
