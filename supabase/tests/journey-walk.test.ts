import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOURNEY } from '../../domain/journey/definition.ts';
import { isStepLocked } from '../../domain/journey/access.ts';
import { isStepComplete } from '../../domain/journey/progress.ts';
import { stepsOf } from '../../domain/journey/outline.ts';
import type { Step } from '../../domain/journey/types.ts';
import { gatherPeople, REFUSED, type People } from './people.ts';
import { times } from '../../server/testing/times.ts';

const STEPS = JOURNEY.flatMap(stepsOf);
const COMPLETE = `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
  values ($1, $2, $3, $4) on conflict (user_id, phase_id, cycle_number) do update set phase_id = excluded.phase_id`;

let people: People;
beforeAll(async () => {
  people = await gatherPeople();
});
afterAll(() => people.leave());

const valuesOf = ({ phase, stage, cycle }: Step) => [people.owner.id, phase.id, stage.number, cycle];
/** As if ten minutes had passed, too: no one walks so much at once. */
const startOver = () =>
  people.database.query('delete from public.completed_phases; delete from private.limits');

test('the database goes through the plan in the domain’s order', async () => {
  const { rows } = await people.database.query(
    'select phase_id, stage_number, cycle_number from private.journey_steps order by step',
  );
  expect(rows).toEqual(
    STEPS.map(({ phase, stage, cycle }) => ({
      phase_id: phase.id,
      stage_number: stage.number,
      cycle_number: cycle,
    })),
  );
});

test('step after step the whole plan can be completed', async () => {
  await startOver();
  for (const step of STEPS) await people.owner.does(COMPLETE, valuesOf(step));
  expect(await people.owner.may('select from public.completed_phases')).toBe(STEPS.length);
});

test('on any walk only the next step, or a completed one, is accepted', async () => {
  // Every other try is the step that is due, so that walks get far.
  const walk = fc.array(fc.oneof(fc.constant('next' as const), fc.nat(STEPS.length - 1)), {
    minLength: 10,
    maxLength: 40,
  });
  let furthest = 0;
  await fc.assert(
    fc.asyncProperty(walk, async (choices) => {
      await startOver();
      let done = 0;
      for (const choice of choices) {
        const at = choice === 'next' ? Math.min(done, STEPS.length - 1) : choice;
        const tried = people.owner.does(COMPLETE, valuesOf(STEPS[at]!));
        if (at > done) await expect(tried).rejects.toMatchObject({ code: REFUSED });
        else await tried;
        if (at === done) done += 1;
      }
      expect(await people.owner.may('select from public.completed_phases')).toBe(done);
      furthest = Math.max(furthest, done);
    }),
    { numRuns: times(60, 150) },
  );
  expect(furthest).toBeGreaterThan(12);
});

test('the database locks what the domain shows as locked, even for a pregnant patient', async () => {
  const reachable = fc.record({
    status: fc.constantFrom('Active', 'Paused', 'Pregnant', 'Withdrawn'),
    steps: fc.nat(STEPS.length),
    // While pregnant, anything outside treatment may be completed in any order.
    others: fc.subarray(STEPS.filter((step) => step.cycle === null)),
  });
  await fc.assert(
    fc.asyncProperty(reachable, async ({ status, steps, others }) => {
      const done = new Set([...STEPS.slice(0, steps), ...(status === 'Pregnant' ? others : [])]);
      await startOver();
      const insert = COMPLETE.replace('values ($1, $2, $3, $4)', 'select * from unnest($1, $2, $3, $4)');
      const columns = [0, 1, 2, 3].map((column) => [...done].map((step) => valuesOf(step)[column]));
      await people.database.query(
        insert.replace('$1, $2, $3, $4', '$1::uuid[], $2::text[], $3::int[], $4::int[]'),
        columns,
      );
      await people.database.query('update public.customers set status = $1', [status]);
      const progress = {
        status,
        completed: [...done].map(({ phase, cycle }) => ({ phaseId: phase.id, cycleNumber: cycle })),
      };
      const { rows } = await people.owner.does(
        'select private.is_step_locked(phase, cycle) as locked from unnest($1::text[], $2::int[]) as step (phase, cycle)',
        [STEPS.map((step) => step.phase.id), STEPS.map((step) => step.cycle)],
      );
      expect(rows.map((row) => row['locked'])).toEqual(
        STEPS.map((step) => isStepLocked(step, progress) && !isStepComplete(step, progress.completed)),
      );
    }),
    { numRuns: times(60, 200) },
  );
});
