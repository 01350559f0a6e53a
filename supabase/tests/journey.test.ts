import { beforeAll, expect, test } from 'vitest';
import { TREATMENT } from '../../domain/journey/definition.ts';
import { PHASE_REFERENCE } from '../../domain/journey/testing-phase-reference.ts';
import { join, REFUSED, type Patient } from './people.ts';
import { EVERYTHING, NOTHING, reach, testRights } from './rights.ts';

/** The statement that an upsert of the portal becomes. */
const COMPLETE = `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
  values ($1, $2, $3, $4) on conflict (user_id, phase_id, cycle_number) do update set user_id = excluded.user_id,
    phase_id = excluded.phase_id, stage_number = excluded.stage_number, cycle_number = excluded.cycle_number`;
const writer = reach('own', 'own', 'own', 'refused');
const shutOut = reach('none', 'refused', 'none', 'refused');
const scene = testRights('journey', {
  journey_phases: {
    belongsTo: null,
    insert: `insert into public.journey_phases (phase_id, stage_number, phase_number, cycles) values ('x', 5, 1, 0)`,
    set: 'phase_number = phase_number + 10',
    may: {
      owner: NOTHING,
      stranger: NOTHING,
      newcomer: NOTHING,
      uninvited: NOTHING,
      anonymous: NOTHING,
      service: reach('all', 'refused', 'refused', 'refused'),
    },
  },
  completed_phases: {
    insert: `insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, 'consultation-prep', 1)`,
    set: 'stage_number = stage_number',
    may: {
      owner: writer,
      stranger: writer,
      newcomer: shutOut,
      uninvited: shutOut,
      anonymous: NOTHING,
      service: EVERYTHING,
    },
  },
});

let pat: Patient;
beforeAll(async () => {
  pat = await join(scene.people.database, 'pat', { consented: true });
  await pat.does(COMPLETE, [pat.id, 'welcome', 1, null]);
});

test('the reference table matches the domain’s journey', async () => {
  const phases = await scene.people.service.sees(
    'select * from public.journey_phases order by stage_number, phase_number',
  );
  expect(phases).toEqual(
    PHASE_REFERENCE.map(({ phaseId, stageNumber, phaseNumber, hasCycles, callType }) => ({
      phase_id: phaseId,
      stage_number: stageNumber,
      phase_number: phaseNumber,
      cycles: hasCycles ? TREATMENT.numberOfCycles : 0,
      call_type: callType,
    })),
  );
});

test.each([
  ['a later phase of the same stage', ['optimize', 2, null], REFUSED],
  ['a phase of a later stage', ['ovulation', 3, 1], REFUSED],
  ['a later cycle', ['ovulation', 3, 3], REFUSED],
  ['the last stage', ['post-treatment', 4, null], REFUSED],
  ['an unknown phase', ['holiday', 1, null], '23514'],
  ['a phase under a wrong stage', ['consultation-prep', 2, null], '23514'],
  ['a finished phase under a wrong stage', ['welcome', 2, null], '23514'],
  ['a cycle where there are none', ['consultation-prep', 1, 1], '23514'],
  ['no cycle where there are three', ['ovulation', 3, null], '23514'],
  ['cycle 0', ['ovulation', 3, 0], '23514'],
  ['cycle 4', ['ovulation', 3, 4], '23514'],
  ['no phase at all', [null, 1, null], '23514'],
  ['the next phase', ['consultation-prep', 1, null], 1],
])('completing %s', async (_what, step, outcome) => {
  expect(await pat.may(COMPLETE, [pat.id, ...step])).toBe(outcome);
});

test('the service, too, completes only steps of the plan', async () => {
  const { service } = scene.people;
  expect(await service.may(COMPLETE, [pat.id, 'ovulation', 3, null])).toBe('23514');
  expect(await service.may(COMPLETE, [pat.id, 'ovulation', 3, 2])).toBe(1);
});

test('no one completes a phase for someone else, in whatever way', async () => {
  const { owner, stranger } = scene.people;
  expect(await stranger.may(COMPLETE, [owner.id, 'welcome', 1, null])).toBe(REFUSED);
  expect(await stranger.may(COMPLETE, [owner.id, 'consultation-prep', 1, null])).toBe(REFUSED);
  await stranger.does('update public.completed_phases set user_id = $1', [owner.id]);
  const owned = 'select phase_id from public.completed_phases';
  expect(await owner.sees(owned)).toEqual([{ phase_id: 'welcome' }]);
  expect(await stranger.sees(owned)).toEqual([{ phase_id: 'welcome' }]);
});

test('completing a phase again is harmless and keeps the time of the first', async () => {
  const rows = () => pat.sees('select * from public.completed_phases');
  const before = await rows();
  await pat.does(COMPLETE, [pat.id, 'welcome', 1, null]);
  await pat.does('update public.completed_phases set phase_id = $1, stage_number = 4', ['post-treatment']);
  expect(await rows()).toEqual(before);
});

test('a patient sets neither the time nor the id of a completion', async () => {
  for (const [column, value] of [
    ['completed_at', 'now()'],
    ['id', 'gen_random_uuid()'],
  ]) {
    expect(await pat.may(`update public.completed_phases set ${column} = ${value}`)).toBe(REFUSED);
    expect(
      await pat.may(
        `insert into public.completed_phases (user_id, phase_id, stage_number, ${column})
         values ($1, 'consultation-prep', 1, ${value})`,
        [pat.id],
      ),
    ).toBe(REFUSED);
  }
});

const UNTIL = 'select public.complete_phases_until_cycle($1, $2)';

const POSITIVE = `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
  values ($1, 'PREGNANCY', 'positive', $2, now())`;

test('without their own positive result, no patient completes a phase by the call', async () => {
  const { database, stranger } = scene.people;
  const ada = await join(database, 'ada', { consented: true });
  await database.query(POSITIVE, [stranger.id, 1]);
  await database.query(POSITIVE.replace('positive', 'negative'), [ada.id, 1]);
  expect(await ada.may(UNTIL, [ada.id, 3])).toBe(REFUSED);
  expect(await ada.may('select from public.completed_phases')).toBe(0);
});

test.each([1, 2, 3])('a positive test in cycle %i completes everything up to it', async (cycle) => {
  const vera = await join(scene.people.database, `vera-${cycle}`, { consented: true });
  await vera.does(COMPLETE, [vera.id, 'welcome', 1, null]);
  await scene.people.database.query(POSITIVE, [vera.id, cycle]);
  await vera.does(UNTIL, [vera.id, cycle]);
  // No one skips the plan by the call.
  await vera.does(UNTIL, [vera.id, 3]);
  const completed = await vera.sees(
    `select stage_number, cycle_number, count(*)::int as phases from public.completed_phases
     group by 1, 2 order by 1, 2`,
  );
  expect(completed).toEqual([
    { stage_number: 1, cycle_number: null, phases: 2 },
    { stage_number: 2, cycle_number: null, phases: 2 },
    ...[1, 2, 3].slice(0, cycle).map((one) => ({ stage_number: 3, cycle_number: one, phases: 4 })),
  ]);
});

test('no one completes someone else’s phases, or those of an invalid cycle', async () => {
  const { owner, stranger, newcomer, uninvited, anonymous, service } = scene.people;
  for (const person of [stranger, newcomer, uninvited, anonymous, service]) {
    expect(await person.may(UNTIL, [owner.id, 1])).toBe(REFUSED);
    expect(await person.may(UNTIL, [null, 1])).toBe(REFUSED);
  }
  for (const person of [newcomer, uninvited]) expect(await person.may(UNTIL, [person.id, 1])).toBe(REFUSED);
  for (const cycle of [0, 4, -1, null]) expect(await owner.may(UNTIL, [owner.id, cycle])).toBe('22023');
});

test('twenty concurrent calls complete each phase once and none fails', async () => {
  const nell = await join(scene.people.database, 'nell', { consented: true });
  await scene.people.database.query(POSITIVE, [nell.id, 3]);
  await Promise.all(Array.from({ length: 20 }, () => nell.does(UNTIL, [nell.id, 3])));
  expect(await nell.may('select from public.completed_phases')).toBe(16);
});
