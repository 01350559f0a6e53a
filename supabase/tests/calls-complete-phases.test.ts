import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callOf } from '../../domain/journey/call-of.ts';
import { isStepComplete } from '../../domain/journey/progress.ts';
import { isStepLocked } from '../../domain/journey/access.ts';
import { JOURNEY } from '../../domain/journey/definition.ts';
import { stepsOf } from '../../domain/journey/outline.ts';
import type { Step } from '../../domain/journey/types.ts';
import { times } from '../../server/testing/times.ts';
import { gatherPeople, REFUSED, type Patient, type People } from './people.ts';

let people: People;
let owner: Patient;
beforeAll(async () => {
  people = await gatherPeople();
  ({ owner } = people);
  await people.database.query(
    `insert into public.appointment_types (slug, name, description, duration_minutes, interaction_type)
     select slug, 'A call', 'A call.', 30, 'video_call' from unnest(array['initial-consultation', 'meet-your-clinical-coach',
       'post-treatment-review', 'clinical-coach-support-call']) as slug`,
  );
  await people.database.query(
    `insert into public.care_team (name, role, email, time_zone) values ('Robin', 'coach', 'robin@clinic.example', 'UTC')`,
  );
});
afterAll(() => people.leave());
beforeEach(async () => {
  await people.database.query(
    `delete from public.appointments; delete from public.completed_phases; delete from private.limits`,
  );
});

const run = (text: string, ...values: unknown[]) => people.database.query(text, [owner.id, ...values]);
/** Everything before this step is complete, as the clinic left it. */
const behind = (phase: string, cycle: number | null = null) =>
  run(
    `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
     select $1, phase_id, stage_number, cycle_number from private.journey_steps
     where step < (select step from private.journey_steps where phase_id = $2 and cycle_number is not distinct from $3)`,
    phase,
    cycle,
  );
const call = async (type: string) =>
  (
    await run(
      `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
       select $1, (select id from public.care_team limit 1), id, now() - interval '2 hours', now() - interval '90 minutes',
         now() - interval '90 minutes'
       from public.appointment_types where slug = $2 returning id`,
      type,
    )
  ).rows[0]!['id'] as string;
const say = (id: string, outcome: string) =>
  people.database.query('update public.appointments set outcome = $2, outcome_at = now() where id = $1', [
    id,
    outcome,
  ]);
const held = async (type: string) => {
  const id = await call(type);
  await say(id, 'took-place');
  return id;
};
const done = async () =>
  (
    await run(
      `select phase_id from public.completed_phases join private.journey_steps using (phase_id, stage_number)
       where user_id = $1 and completed_phases.cycle_number is not distinct from journey_steps.cycle_number order by step`,
    )
  ).rows.map((row) => row['phase_id'] as string);
const plan = async () =>
  (await owner.sees('select public.own_journey_facts() as plan'))[0]!['plan'] as {
    callsHeld: string[];
    callsPast: Record<string, string>;
    hasNewNotes: boolean;
    takeBack: { act: string; isByCall: boolean; steps: { phaseId: string }[] } | null;
  };

test.each([
  ['initial-consultation', 'consultation-prep', null],
  ['meet-your-clinical-coach', 'consultation', null],
  ['post-treatment-review', 'post-treatment', null],
])('a completed %s completes %s, and the patient can undo it', async (type, phase, cycle) => {
  await behind(phase, cycle);
  const before = await done();
  await held(type);
  expect(await done()).toEqual([...before, phase]);
  const { takeBack, callsHeld } = await plan();
  expect(takeBack).toMatchObject({ isByCall: true, steps: [{ phaseId: phase }] });
  expect(callsHeld).toEqual([type]);
  await owner.does('select public.undo_completion($1)', [takeBack!.act]);
  expect(await done()).toEqual(before);
});

test.each(['patient-did-not-come', 'we-could-not'])('a call with %s completes nothing', async (outcome) => {
  await behind('consultation-prep');
  await say(await call('initial-consultation'), outcome);
  expect(await done()).toEqual(['welcome']);
  expect(await plan()).toMatchObject({ callsHeld: [], callsPast: {} });
});

test('reading-only phases lock nothing after a call that took place, and return with its undo', async () => {
  const id = await held('initial-consultation');
  expect(await done()).toEqual(['welcome', 'consultation-prep']);
  const next = `insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, 'optimize', 2)`;
  expect(await owner.may(next, [owner.id])).toBe(1);
  await people.database.query(`delete from public.completed_phases where phase_id = 'optimize'`);
  await say(id, 'patient-did-not-come');
  expect(await done(), 'the team corrected itself').toEqual([]);
});

test('earlier marks stay when the team corrects the outcome', async () => {
  await behind('consultation');
  await run(
    `insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, 'consultation', 2)`,
  );
  await say(await held('meet-your-clinical-coach'), 'we-could-not');
  expect(await done()).toEqual(['welcome', 'consultation-prep', 'optimize', 'consultation']);
});

test('a phase that has not been reached stays locked: a call or a cycle comes first', async () => {
  await held('meet-your-clinical-coach');
  expect(await done(), 'without the consultation').toEqual([]);
  await people.database.query('delete from public.appointments');
  await behind('abstinence', 2);
  const before = await done();
  await held('post-treatment-review');
  expect(await done(), 'in the second cycle').toEqual(before);
  const review = `insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, 'post-treatment', 4)`;
  expect(await owner.may(review, [owner.id])).toBe(REFUSED);
});

test('after a pregnancy the review is complete with its call, whichever cycle it was', async () => {
  await behind('ovulation', 2);
  await run(`update public.customers set status = 'Pregnant' where user_id = $1`);
  await held('post-treatment-review');
  expect(await done()).toContain('post-treatment');
  await run(`update public.customers set status = 'Active' where user_id = $1`);
});

const STEPS = JOURNEY.flatMap(stepsOf);
const isReading = (step: Step) => step.cycle === null && callOf(step.phase) === null;

/** The domain's answer: the steps that are complete after this call took place. */
function completedWith(type: string, complete: ReadonlySet<Step>, isPregnant: boolean): ReadonlySet<Step> {
  const at = STEPS.findIndex((step) => callOf(step.phase) === type);
  const before = STEPS.slice(0, at);
  const isReached = before.every(
    (step) => complete.has(step) || isReading(step) || (step.cycle !== null && isPregnant),
  );
  return isReached ? new Set([...complete, ...before.filter(isReading), STEPS[at]!]) : complete;
}

test('after any call that took place, the database completes and locks what the domain does', async () => {
  const lives = fc.record({
    steps: fc.nat(STEPS.length),
    unread: fc.subarray(STEPS.filter(isReading)),
    type: fc.constantFrom('initial-consultation', 'meet-your-clinical-coach', 'post-treatment-review'),
    status: fc.constantFrom('Active' as const, 'Pregnant' as const),
  });
  const names = (steps: Iterable<Step>) =>
    [...steps].map(({ phase, cycle }) => `${phase.id} ${cycle}`).sort();
  let reached = 0;
  await fc.assert(
    fc.asyncProperty(lives, async ({ steps, unread, type, status }) => {
      const complete = new Set(STEPS.slice(0, steps).filter((step) => !unread.includes(step)));
      await people.database.query(
        'delete from public.appointments; delete from public.completed_phases; delete from private.limits',
      );
      await run(
        `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
         select $1, * from unnest($2::text[], $3::int[], $4::int[])`,
        [...complete].map(({ phase }) => phase.id),
        [...complete].map(({ stage }) => stage.number),
        [...complete].map(({ cycle }) => cycle),
      );
      await run('update public.customers set status = $2 where user_id = $1', status);
      await held(type);
      const { rows } = await run(
        'select phase_id, cycle_number from public.completed_phases where user_id = $1',
      );
      const completed = rows.map((row) => ({
        phaseId: row['phase_id'] as string,
        cycleNumber: row['cycle_number'] as number | null,
      }));
      const expected = completedWith(type, complete, status === 'Pregnant');
      expect(names(STEPS.filter((step) => isStepComplete(step, completed)))).toEqual(names(expected));
      if (expected.size > complete.size) reached += 1;
      const { rows: locks } = await owner.does(
        'select private.is_step_locked(phase, cycle) as locked from unnest($1::text[], $2::int[]) as step (phase, cycle)',
        [STEPS.map(({ phase }) => phase.id), STEPS.map(({ cycle }) => cycle)],
      );
      expect(locks.map((row) => row['locked'])).toEqual(
        STEPS.map((step) => isStepLocked(step, { completed, status }) && !isStepComplete(step, completed)),
      );
    }),
    { numRuns: times(40, 150) },
  );
  expect(reached).toBeGreaterThan(5);
  await run(`update public.customers set status = 'Active' where user_id = $1`);
});

test('a support call completes nothing: no phase asks to book it', async () => {
  await behind('testing', 1);
  const before = await done();
  await held('clinical-coach-support-call');
  expect(await done()).toEqual(before);
});

test('a clinician’s notes are new until the patient opens them', async () => {
  const write = (role: string, ago: string) =>
    run(
      `insert into public.consultation_notes (user_id, consultation_reference, notes, created_at, author_id, author_name,
         author_role, signed_at)
       select $1, 'initial-consultation', '<p>Well</p>', at, gen_random_uuid(), 'Dr. Lind', $2, at
       from (select now() - $3::interval as at) as signed`,
      role,
      ago,
    );
  const isNew = async () => (await plan()).hasNewNotes;
  expect(await isNew()).toBe(false);
  await write('clinician', '30 days');
  expect(await isNew(), 'a month old').toBe(false);
  await write('coach', '1 minute');
  expect(await isNew(), 'of the coach').toBe(false);
  await write('clinician', '1 minute');
  expect(await isNew()).toBe(true);
  await people.database.query('select public.read_medical_notes($1)', [owner.id]);
  expect(await isNew(), 'read').toBe(false);
});
