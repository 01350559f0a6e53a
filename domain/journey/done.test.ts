import { expect, test } from 'vitest';
import type { Next } from '../cycle/standing.ts';
import { CYCLE, FACTS } from '../today/testing.ts';
import { todayOf } from '../today/today.ts';
import { toDo, openCount, type ActionFacts } from './actions.ts';
import { peakOfCycle, ticksOf, type DoneFacts, type PlanFacts } from './done.ts';
import { patientAt } from './testing.ts';
import type { PhaseId } from './types.ts';

const TODAY = '2026-11-16';
const PLAN: PlanFacts = { hasAnswered: false, callsHeld: [], notes: [], surveyedIn: [], periodOn: null };
const NOTHING: DoneFacts & Pick<ActionFacts, 'appointments'> = {
  appointments: [],
  plan: PLAN,
  checkedIn: null,
  cycleNext: null,
  results: [],
  today: TODAY,
};
const test1 = (result: string, takenOn: string, cycle: number | null = null) => ({
  type: result === 'positive' || result === 'negative' ? ('PREGNANCY' as const) : ('ovulation' as const),
  result,
  takenOn,
  cycle,
});
const call = (appointmentType: string) => ({ appointmentType, joinUrl: null });

const listed = (phase: PhaseId, cycle: number | null, some: Partial<typeof NOTHING> = {}) => {
  const facts = { ...NOTHING, ...some };
  return toDo(patientAt(phase, cycle), {
    appointments: facts.appointments,
    trackingUrl: null,
    ticks: ticksOf(facts),
  });
};
const ticked = (phase: PhaseId, cycle: number | null, some: Partial<typeof NOTHING> = {}) =>
  listed(phase, cycle, some)
    .filter(({ done }) => done)
    .map(({ id }) => id);

test.each<[string, PhaseId, number | null, Partial<typeof NOTHING>, string[]]>([
  ['nothing', 'consultation-prep', null, {}, []],
  [
    'a saved questionnaire',
    'consultation-prep',
    null,
    { plan: { ...PLAN, hasAnswered: true } },
    ['complete-questionnaire'],
  ],
  [
    'a booked consultation',
    'consultation-prep',
    null,
    { appointments: [call('initial-consultation')] },
    ['book-fertility-consultation'],
  ],
  [
    'a consultation that is over',
    'consultation-prep',
    null,
    { plan: { ...PLAN, callsHeld: ['initial-consultation'] } },
    ['book-fertility-consultation'],
  ],
  ['another call', 'consultation-prep', null, { appointments: [call('clinical-coach-support-call')] }, []],
  [
    'a booked coach talk',
    'consultation',
    null,
    { appointments: [call('meet-your-clinical-coach')] },
    ['book-coach-call'],
  ],
  ['today’s test', 'ovulation', 1, { results: [test1('Negative (Low LH)', TODAY)] }, ['log-ovulation-test']],
  ['yesterday’s test', 'ovulation', 1, { results: [test1('Negative (Low LH)', '2026-11-15')] }, []],
  ['a test that did not work', 'ovulation', 1, { results: [test1('Invalid', TODAY)] }, []],
  [
    'a peak some days ago',
    'abstinence',
    1,
    { results: [test1('Peak (Positive LH Surge)', '2026-11-13')] },
    ['keep-logging-ovulation-tests'],
  ],
  [
    'a peak before the last period',
    'ovulation',
    2,
    { plan: { ...PLAN, periodOn: '2026-11-14' }, results: [test1('Peak (Positive LH Surge)', '2026-11-13')] },
    ['log-period'],
  ],
  ['a period of long ago', 'ovulation', 1, { plan: { ...PLAN, periodOn: '2026-09-14' } }, []],
  [
    'one survey in this cycle',
    'applicators',
    2,
    { plan: { ...PLAN, surveyedIn: [1, 1, 2] } },
    ['first-applicator-survey'],
  ],
  [
    'both surveys',
    'applicators',
    2,
    { plan: { ...PLAN, surveyedIn: [2, 2] } },
    ['first-applicator-survey', 'second-applicator-survey'],
  ],
  [
    'a pregnancy test of this cycle',
    'testing',
    2,
    { results: [test1('negative', '2026-11-10', 2)] },
    ['log-pregnancy-test'],
  ],
  ['one of the cycle before', 'testing', 2, { results: [test1('negative', '2026-10-10', 1)] }, []],
  [
    'a booked review',
    'post-treatment',
    null,
    { appointments: [call('post-treatment-review')] },
    ['book-post-treatment-consultation'],
  ],
  ['a safety check that is ready', 'applicators', 2, { checkedIn: 2 }, ['safety-check']],
  ['one of the cycle before', 'applicators', 2, { checkedIn: 1 }, []],
  ['nothing known', 'consultation-prep', null, { plan: null }, []],
])('%s ticks %s', (_, phase, cycle, facts, ids) => {
  expect(ticked(phase, cycle, facts)).toEqual(ids);
});

test('what is ticked or locked is not counted', () => {
  const actions = listed('consultation-prep', null, { plan: { ...PLAN, hasAnswered: true } });
  expect(actions.map(({ id, done, locked }) => [id, done, locked])).toEqual([
    ['complete-questionnaire', true, false],
    ['book-fertility-consultation', false, false],
    ['join-fertility-consultation', false, true],
  ]);
  expect(openCount(actions)).toBe(1);
});

test('a call that was held is not waited for any more', () => {
  const join = (notes: string[]) =>
    listed('consultation-prep', null, { plan: { ...PLAN, notes } }).some(
      ({ id }) => id === 'join-fertility-consultation',
    );
  expect(join([])).toBe(true);
  expect(join(['initial-consultation'])).toBe(false);
});

test('notes are listed once they are there, and where nobody knows', () => {
  const notes = (plan: PlanFacts | null) =>
    listed('consultation-prep', null, { plan }).some(({ id }) => id === 'read-fertility-consultation-notes');
  expect(notes(PLAN)).toBe(false);
  expect(notes({ ...PLAN, notes: ['post-treatment-review'] })).toBe(false);
  expect(notes({ ...PLAN, notes: ['initial-consultation'] })).toBe(true);
  expect(notes(null)).toBe(true);
});

test('the peak of a cycle is its first, and none of the cycle before', () => {
  const results = ['2026-10-20', '2026-11-14', '2026-11-15'].map((day) =>
    test1('Peak (Positive LH Surge)', day),
  );
  expect(peakOfCycle({ ...NOTHING, results })).toBe('2026-11-14');
  expect(peakOfCycle({ ...NOTHING, results: results.slice(0, 1) })).toBeNull();
  expect(peakOfCycle({ ...NOTHING, results, plan: { ...PLAN, periodOn: '2026-11-15' } })).toBe('2026-11-15');
});

/** Of a patient who has logged a period and has nothing else to do in the phase. */
const counted = (phase: PhaseId, cycleNext: Next) =>
  openCount(
    listed(phase, 1, { cycleNext, plan: { ...PLAN, periodOn: TODAY } }).filter(({ type }) => type === 'task'),
  );

test.each<[Next, number]>([
  ['test', 1],
  ['wait-to-test', 0],
  ['no-peak-yet', 0],
])('%s: To Do counts an ovulation test where Today asks for one', (next, count) => {
  for (const phaseId of ['ovulation', 'abstinence'] as const) {
    const { action } = todayOf({ ...FACTS, step: { phaseId, cycle: 1 }, cycle: { ...CYCLE, next } });
    expect([action?.path === '/log-result/ovulation', counted(phaseId, next)]).toEqual([count === 1, count]);
  }
});

test('a test that is for later can be logged all the same', () => {
  const action = listed('ovulation', 1, { cycleNext: 'wait-to-test' }).find(
    ({ id }) => id === 'log-ovulation-test',
  );
  expect(action).toMatchObject({ isLater: true, done: false, locked: false });
  expect(action?.link).toEqual({ kind: 'page', path: '/log-result/ovulation' });
});
