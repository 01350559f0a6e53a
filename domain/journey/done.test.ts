import { expect, test } from 'vitest';
import { actionsOf, openCount, toDo, type ActionFacts } from './actions.ts';
import { peakOfCycle, ticksOf, type DoneFacts, type PlanFacts } from './done.ts';
import { patientAt, stepAt } from './testing.ts';
import type { PhaseId } from './types.ts';

const TODAY = '2026-11-16';
const PLAN: PlanFacts = {
  hasAnswered: false,
  callsHeld: [],
  callsPast: {},
  notes: [],
  surveyedIn: [],
  periodOn: null,
};
const NOTHING: DoneFacts & Pick<ActionFacts, 'appointments'> = {
  appointments: [],
  plan: PLAN,
  checkedIn: null,
  due: null,
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
    'a consultation that is over by the clock',
    'consultation-prep',
    null,
    { plan: { ...PLAN, callsPast: { 'initial-consultation': 0 } } },
    ['book-fertility-consultation'],
  ],
  [
    'a consultation that took place',
    'consultation-prep',
    null,
    { plan: { ...PLAN, callsHeld: ['initial-consultation'] } },
    ['book-fertility-consultation', 'join-fertility-consultation'],
  ],
  [
    'another consultation after the first',
    'consultation-prep',
    null,
    { plan: { ...PLAN, callsHeld: ['initial-consultation'] }, appointments: [call('initial-consultation')] },
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

test('ticked and locked actions are not counted', () => {
  const actions = listed('consultation-prep', null, { plan: { ...PLAN, hasAnswered: true } });
  expect(actions.map(({ id, done, locked }) => [id, done, locked])).toEqual([
    ['complete-questionnaire', true, false],
    ['book-fertility-consultation', false, false],
    ['join-fertility-consultation', false, true],
  ]);
  expect(openCount(actions)).toBe(1);
});

test('a call that took place is ticked, and no longer says when it can be joined', () => {
  const join = (callsHeld: string[]) =>
    listed('consultation-prep', null, { plan: { ...PLAN, callsHeld } }).find(
      ({ id }) => id === 'join-fertility-consultation',
    );
  expect(join([])).toMatchObject({
    done: false,
    locked: true,
    lockedText: expect.stringContaining('10 minutes'),
  });
  expect(join(['initial-consultation'])).toMatchObject({ done: true, locked: true, lockedText: null });
});

test('notes are listed once they exist, or if no one knows', () => {
  const notes = (plan: PlanFacts | null) =>
    listed('consultation-prep', null, { plan }).some(({ id }) => id === 'read-fertility-consultation-notes');
  expect(notes(PLAN)).toBe(false);
  expect(notes({ ...PLAN, notes: ['post-treatment-review'] })).toBe(false);
  expect(notes({ ...PLAN, notes: ['initial-consultation'] })).toBe(true);
  expect(notes(null)).toBe(true);
});

test('a cycle’s peak is its first one, not one from the previous cycle', () => {
  const results = ['2026-10-20', '2026-11-14', '2026-11-15'].map((day) =>
    test1('Peak (Positive LH Surge)', day),
  );
  expect(peakOfCycle({ ...NOTHING, results })).toBe('2026-11-14');
  expect(peakOfCycle({ ...NOTHING, results: results.slice(0, 1) })).toBeNull();
  expect(peakOfCycle({ ...NOTHING, results, plan: { ...PLAN, periodOn: '2026-11-15' } })).toBe('2026-11-15');
});

test('a test scheduled for later can still be logged', () => {
  const action = listed('ovulation', 1, { due: new Set() }).find(({ id }) => id === 'log-ovulation-test');
  expect(action).toMatchObject({ isLater: true, done: false, locked: false });
  expect(action?.link).toEqual({ kind: 'page', path: '/log-result/ovulation' });
});

test('today’s action is open, even if it was done before', () => {
  const facts = { due: new Set(['log-period']), plan: { ...PLAN, periodOn: '2026-10-10' } };
  const [period, ovulation] = listed('ovulation', 1, facts);
  expect(period).toMatchObject({ id: 'log-period', done: false, isLater: false });
  expect(ovulation).toMatchObject({ id: 'log-ovulation-test', done: false, isLater: true });
});

test('a delivery that arrived is done', () => {
  const delivery = (hasKit: boolean) =>
    listed('optimize', null, { hasKit }).find(({ id }) => id === 'delivery-info')!.done;
  expect([delivery(false), delivery(true)]).toEqual([false, true]);
});

test('after the last cycle nothing is left to log or to wait for, and what was logged in it can still be read', () => {
  const facts = {
    appointments: [],
    trackingUrl: null,
    ticks: ticksOf({ ...NOTHING, due: new Set(), areCyclesOver: true }),
  };
  const ids = (phase: PhaseId) =>
    actionsOf(stepAt(phase, 3), patientAt('testing', 3), facts).map(({ id }) => id);
  expect(ids('testing')).toEqual([
    'book-post-treatment-consultation',
    'join-post-treatment-consultation',
    'talk-after-treatment',
  ]);
  expect(ids('applicators')).toContain('first-applicator-survey');
});

test('only the current phase has actions for later', () => {
  const facts = { appointments: [], trackingUrl: null, ticks: ticksOf({ ...NOTHING, due: new Set() }) };
  const progress = patientAt('applicators', 2);
  const later = (phase: PhaseId, cycle: number) =>
    actionsOf(stepAt(phase, cycle), progress, facts).filter(({ isLater }) => isLater).length;
  expect([later('applicators', 2), later('ovulation', 2), later('ovulation', 3)]).toEqual([4, 0, 0]);
});

test('today’s test does not belong to a cycle the patient has not reached', () => {
  const ticks = ticksOf({ ...NOTHING, results: [test1('Negative (Low LH)', TODAY)] });
  const facts = { appointments: [], trackingUrl: null, ticks };
  const done = (cycle: number) =>
    actionsOf(stepAt('ovulation', cycle), patientAt('ovulation', 2), facts).some((one) => one.done);
  expect([done(2), done(3)]).toEqual([true, false]);
});

test.each<[string, Partial<typeof NOTHING>, boolean]>([
  ['not booked', {}, true],
  ['booked', { appointments: [call('post-treatment-review')] }, false],
  ['that took place', { plan: { ...PLAN, callsHeld: ['post-treatment-review'] } }, false],
  ['that may have been missed', { plan: { ...PLAN, callsPast: { 'post-treatment-review': 0 } } }, true],
])('booking a review %s leads to the calendar: %s', (_, some, isLinked) => {
  const book = listed('post-treatment', null, some).find(
    ({ id }) => id === 'book-post-treatment-consultation',
  )!;
  expect(book.link !== null).toBe(isLinked);
});

test('where Today asks for a period at a later phase, logging it is the first thing to do', () => {
  const listAt = (phase: PhaseId, due: string[]) => {
    const ticks = ticksOf({ ...NOTHING, due: new Set(due) });
    return toDo(patientAt(phase, 1), { appointments: [], trackingUrl: null, ticks });
  };
  const [first, ...others] = listAt('abstinence', ['log-period']);
  expect(first).toMatchObject({ id: 'log-period', isLater: false, link: { path: '/log-result/period' } });
  expect(others).toEqual(listAt('abstinence', []));
  expect(listAt('ovulation', ['log-period']).filter(({ id }) => id === 'log-period')).toHaveLength(1);
});
