import fc from 'fast-check';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INVITATIONS_PER_PAGE } from '../../domain/contracts/team/team-invitations.ts';
import { PATIENTS_PER_PAGE } from '../../domain/contracts/team/team-patients.ts';
import { stageOf } from '../../domain/messages/reply-clock.ts';
import { OPTIONS } from '../../domain/onboarding/questionnaire.ts';
import { canTakeBack } from '../../domain/results/correction.ts';
import { TREATMENT_STAGE, treatmentCycle } from '../../domain/results/treatment-cycle.ts';
import { APPLICATOR_PERSONS, applicatorPerson } from '../../domain/safety/agreement.ts';
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

/** Seconds before now, often within a second of the moment at which a rule changes its mind. */
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
    `insert into public.invitations (email, first_name, last_name, invited_at, mailed_at)
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
    `select private.is_everybodys(jsonb_populate_record(null::public.messages, jsonb_build_object(
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

test('what was logged or decided by mistake can be undone for the same day', async () => {
  const cases = many(secondsAround(DAY));
  const { rows } = await sql.query<{ can: boolean }>(
    `select now() - make_interval(secs => ago) > private.undone_since() as can from unnest($1::integer[]) as ago`,
    [cases],
  );
  expect(rows.map(({ can }) => can)).toEqual(cases.map((ago) => canTakeBack(NOW - ago * SECOND, NOW)));
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

test('whose body it is: what was stated last, or else the surrogate where the family has one', async () => {
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

test('a page of patients and of invitations is as long as the workspace takes it for', async () => {
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
