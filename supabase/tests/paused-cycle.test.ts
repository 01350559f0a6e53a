import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gatherPeople, type People } from './people.ts';

let people: People;
beforeAll(async () => {
  people = await gatherPeople();
});
afterAll(() => people.leave());

const run = (text: string, ...values: unknown[]) => people.database.query(text, [people.owner.id, ...values]);

const complete = (...phases: string[]) =>
  run(
    `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
     select $1, phase_id, stage_number, cycle_number from private.journey_steps
     where stage_number < 3 or (cycle_number = 1 and phase_id = any ($2)) on conflict do nothing`,
    phases,
  );
const event = (kind: string, day: string) =>
  run('insert into public.outcome_events (user_id, kind, day, cycle) values ($1, $2, $3, 1)', kind, day);
const period = async (day: string, kind = 'period') =>
  (await run('insert into public.periods (user_id, day, kind) values ($1, $2, $3) returning id', day, kind))
    .rows[0]!['id'] as string;
const phases = async () =>
  (
    await run(
      'select * from public.completed_phases where user_id = $1 and cycle_number = 1 order by phase_id',
    )
  ).rows;

beforeEach(async () => {
  await people.database.query(
    `delete from public.periods; delete from public.outcome_events; delete from public.completed_phases;
     delete from public.applicator_agreements; delete from public.onboarding_info;
     update public.customers set surrogacy_changed_at = null`,
  );
});

test('the first period after a pause restarts the cycle, and undoing one logged by mistake restores it', async () => {
  await complete('ovulation', 'abstinence');
  await event('pause', '2026-10-01');
  const before = await phases();
  expect(before).toHaveLength(2);
  const id = await period('2026-10-05');
  expect(await phases()).toEqual([]);
  const { rows } = await run('select private.treatment_cycle($1) as cycle, private.care_state($1) as state');
  expect(rows).toEqual([{ cycle: 1, state: 'paused' }]);
  await people.service.does('select public.undo_period($1, $2)', [people.owner.id, id]);
  expect(await phases()).toEqual(before);
});

test('the next one does not, nor does a period from before the pause', async () => {
  await complete('ovulation', 'abstinence');
  await event('pause', '2026-10-10');
  await period('2026-10-05');
  expect(await phases()).toHaveLength(2);
  await event('resume', '2026-10-20');
  await period('2026-10-25');
  expect(await phases()).toEqual([]);
  await complete('ovulation');
  await period('2026-11-12');
  expect(await phases()).toHaveLength(1);
});

test.each([
  ['without a pause', ['ovulation'], [], 'period'],
  [
    'where the applicators are used',
    ['ovulation', 'abstinence', 'applicators'],
    ['pause', 'resume'],
    'period',
  ],
  ['when it is not certain', ['ovulation'], ['pause'], 'unsure'],
  ['when it comes with a loss', ['ovulation'], ['pause', 'loss'], 'bleed-with-loss'],
  ['after a stop', ['ovulation'], ['pause', 'stop'], 'period'],
])('%s a period leaves the plan as it is', async (_, done, events, kind) => {
  await complete(...done);
  for (const [at, one] of events.entries()) await event(one, `2026-10-0${at + 1}`);
  await period('2026-10-09', kind);
  expect(await phases()).toHaveLength(done.length);
});

const usedBy = (person: string, name: string) =>
  run(
    `insert into public.applicator_agreements (user_id, person, name, agreed, words_version) values ($1, $2, $3, true, '1')`,
    person,
    name,
  );

test('if someone else uses the applicator since, their first period restarts the cycle', async () => {
  await complete('ovulation', 'abstinence');
  await event('pause', '2026-10-01');
  await period('2026-10-05');
  await complete('ovulation');
  await usedBy('partner', 'Sam Vale');
  await period('2026-10-12');
  expect(await phases()).toEqual([]);
  await complete('ovulation');
  await period('2026-11-10');
  expect(await phases(), 'their second one').toHaveLength(1);
});

test('while no surrogate is named, a period belongs to no applicator user', async () => {
  await complete('ovulation');
  await event('pause', '2026-10-01');
  await run(
    `insert into public.onboarding_info (user_id, user_age, trying_duration, menstrual_cycle_length, uses_ovulation_tests,
       had_fertility_investigations, infertility_diagnosis, previous_treatments, family_set_up)
     values ($1, 34, '1-6 months', '21-35 days', 'Yes', 'No', '{No diagnosis}', '{No previous treatments}',
       'Same-sex couple with surrogate')`,
  );
  await period('2026-10-05');
  expect(await phases()).toHaveLength(1);
});

test('the same period sent twice changes nothing a second time', async () => {
  await complete('ovulation');
  await event('pause', '2026-10-01');
  const send = () =>
    run(
      `insert into public.periods (user_id, day, kind, submission_id) values ($1, '2026-10-05', 'period', $2)
       on conflict (user_id, submission_id) do nothing`,
      '00000000-0000-4000-8000-000000000001',
    );
  await send();
  await complete('ovulation');
  await send();
  expect(await phases()).toHaveLength(1);
});

test('corrected and undone at the same moment, by two devices, it blocks no one', async () => {
  for (let round = 0; round < 10; round += 1) {
    await people.database.query('delete from public.periods; delete from public.completed_phases');
    await complete('ovulation', 'abstinence');
    await event('pause', '2026-10-01');
    const id = await period('2026-10-05');
    await Promise.all([
      run(`select public.log_period($1, null, '2026-10-05', 'unsure')`),
      run('select public.undo_period($1, $2)', id),
      run(`select public.log_period($1, null, '2026-10-05', 'period')`),
    ]);
    const { rows } = await run('select kind from public.periods where user_id = $1 and withdrawn_at is null');
    expect(rows.length).toBeLessThanOrEqual(1);
  }
});
