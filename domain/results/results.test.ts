import { expect, test } from 'vitest';
import { TREATMENT } from '../journey/definition.ts';
import { cyclesOf } from '../journey/outline.ts';
import { careStatus } from '../care-state/care-state.ts';
import { PREGNANCY_FEEDBACK } from '../copy/pregnancy-feedback.ts';
import { factOf, factsOf, lifeOf, NOW, type Reported } from '../care-state/testing.ts';
import { DAY, instantFromIso } from '../time/instant.ts';
import { canUndo } from './correction.ts';
import { CYCLES, Cycle } from './cycle.ts';
import { OvulationResult } from './ovulation.ts';
import { pregnancyFeedback } from './pregnancy-feedback.ts';
import { PREGNANCY_RESULTS, PregnancyResult } from './pregnancy.ts';
import { recentResults, shownResults, type TestResult } from './results.ts';
import { isInFuture, isTooLate } from './taken-at.ts';
import { TREATMENT_STAGE, treatmentCycle } from './treatment-cycle.ts';

const now = instantFromIso('2026-11-18T10:30:00Z');

const logged = (id: string, daysAgo: number, type: TestResult['type'] = 'ovulation'): TestResult => ({
  id,
  type,
  result: type === 'ovulation' ? 'Invalid' : 'negative',
  takenAt: now - daysAgo * DAY,
});

test('the cycles are those of the journey', () => {
  expect(TREATMENT.number).toBe(TREATMENT_STAGE);
  expect(cyclesOf(TREATMENT)).toEqual([...CYCLES]);
});

test('a patient who has not started a cycle is in the first', () => {
  expect([[], [null], [1], [2], [3]].map(treatmentCycle)).toEqual([1, 1, 1, 2, 3]);
});

test('a patient is in the highest cycle in which a phase is complete', () => {
  expect(treatmentCycle([1, 3, 2])).toBe(3);
});

test.each([0, 4, -1, 1.5, '1', null, Number.NaN])('%j is not a cycle', (cycle) => {
  expect(Cycle.safeParse(cycle).error?.issues[0]?.message).toBe('Please enter cycle 1, 2 or 3');
});

test.each(['Peak', 'peak (positive lh surge)', 'positive', '', 7, null])(
  '%j is not an ovulation result',
  (given) => {
    expect(OvulationResult.safeParse(given).success).toBe(false);
  },
);

test.each(['Positive', 'POSITIVE', 'maybe', '', true, null])('%j is not a pregnancy result', (given) => {
  expect(PregnancyResult.safeParse(given).success).toBe(false);
});

const feedbackAfter = (result: PregnancyResult, cycle: number, ...reported: Reported[]) => {
  const { state, afterPositive, afterLoss } = careStatus(lifeOf(...reported, result), NOW, 'UTC');
  return pregnancyFeedback(result, {
    cycle,
    state,
    afterPositive,
    afterLoss,
    wasStopped: false,
    isEarly: false,
  });
};

test('a negative test means something different in each cycle; a positive one is the same in all', () => {
  expect(CYCLES.map((cycle) => feedbackAfter('negative', cycle))).toEqual([
    'first-negative',
    'second-negative',
    'last-negative',
  ]);
  expect(new Set(CYCLES.map((cycle) => feedbackAfter('positive', cycle)))).toEqual(new Set(['positive']));
});

test('an early negative has its own words in every cycle, and nothing else is ever early', () => {
  const early = {
    state: 'treatment',
    afterPositive: false,
    afterLoss: false,
    wasStopped: false,
    isEarly: true,
  } as const;
  for (const cycle of CYCLES)
    expect(pregnancyFeedback('negative', { ...early, cycle })).toBe('early-negative');
  expect(pregnancyFeedback('positive', { ...early, state: 'pregnant', cycle: 1 })).toBe('positive');
  const pregnant = { ...early, state: 'unsure', afterPositive: true, cycle: 1 } as const;
  expect(pregnancyFeedback('negative', pregnant)).toBe('negative-after-positive');
  expect(pregnancyFeedback('negative', { ...early, state: 'paused', cycle: 1 })).toBe('noted');
});

test('a pregnant patient’s negative test never suggests another try', () => {
  const answers = CYCLES.map((cycle) => feedbackAfter('negative', cycle, 'positive'));
  expect(new Set(answers)).toEqual(new Set(['negative-after-positive']));
});

test('contradictory tests lead to the clinician, whatever the next one shows', () => {
  for (const result of PREGNANCY_RESULTS) {
    expect(feedbackAfter(result, 1, 'positive', 'unclear')).toMatch(/-after-positive$/);
  }
});

test('an unclear test has its own words, even during a pause', () => {
  expect(feedbackAfter('unclear', 2)).toBe('unclear');
  expect(feedbackAfter('unclear', 2, 'pause')).toBe('unclear');
});

test('an unclear test that is too early suggests no other one in a few days', () => {
  const life = {
    cycle: 1,
    state: 'unsure',
    afterPositive: false,
    afterLoss: false,
    wasStopped: false,
  } as const;
  expect(pregnancyFeedback('unclear', { ...life, isEarly: true })).toBe('early-unclear');
  expect(pregnancyFeedback('unclear', { ...life, isEarly: false })).toBe('unclear');
  expect(PREGNANCY_FEEDBACK['early-unclear'].paragraphs.join(' ')).not.toContain('in a few days');
});

test('after a loss no test is congratulated, even if treatment was stopped since', () => {
  for (const reported of [['loss'], ['loss', 'stop'], ['positive', 'loss']] as Reported[][]) {
    expect(feedbackAfter('positive', 1, ...reported)).toBe('positive-after-loss');
    for (const result of ['negative', 'unclear'] as const) {
      expect(feedbackAfter(result, 1, ...reported)).toBe('noted');
    }
  }
  expect(feedbackAfter('positive', 1, 'loss', 'resume')).toBe('positive');
});

test('a positive after a stop is not congratulated, and an old test or one after a loss keeps its words', () => {
  const stopped = { cycle: 1, afterPositive: false, afterLoss: false, wasStopped: true, isEarly: false };
  expect(pregnancyFeedback('positive', { ...stopped, state: 'pregnant' })).toBe('positive-after-stop');
  expect(pregnancyFeedback('positive', { ...stopped, state: 'stopped' })).toBe('noted');
  expect(pregnancyFeedback('negative', { ...stopped, state: 'stopped' })).toBe('noted');
  expect(pregnancyFeedback('positive', { ...stopped, state: 'pregnant', afterLoss: true })).toBe(
    'positive-after-loss',
  );
});

test('an earlier test that something has answered since is recorded, and congratulates no one', () => {
  const feedbackOfFirstDay = (result: PregnancyResult, ...since: Reported[]) => {
    const late = factOf(result, { id: 'late', onDay: 0, arrives: 20 });
    const rest = since.map((reported, at) => factOf(reported, { id: `since-${at}`, onDay: at + 1 }));
    const { state, afterPositive, afterLoss } = careStatus(factsOf([late, ...rest]), NOW, 'UTC');
    return pregnancyFeedback(result, {
      cycle: 1,
      state,
      afterPositive,
      afterLoss,
      wasStopped: false,
      isEarly: false,
    });
  };
  expect(feedbackOfFirstDay('positive', 'stop', 'resume')).toBe('noted');
  expect(feedbackOfFirstDay('negative', 'positive')).toBe('noted');
  expect(feedbackOfFirstDay('negative', 'unclear')).toBe('noted');
  expect(feedbackOfFirstDay('unclear', 'negative')).toBe('noted');
  expect(feedbackOfFirstDay('unclear', 'positive')).toBe('noted');
});

test('during a pause, a negative test asks for no other', () => {
  expect(feedbackAfter('negative', 2, 'pause')).toBe('noted');
});

test('if the care state is unknown, nothing is read into a test', () => {
  const nothing = {
    cycle: 1,
    state: null,
    afterPositive: false,
    afterLoss: false,
    wasStopped: false,
    isEarly: false,
  };
  expect(new Set(PREGNANCY_RESULTS.map((result) => pregnancyFeedback(result, nothing)))).toEqual(
    new Set(['noted']),
  );
});

test('a moment is in the future once it is more than a day ahead', () => {
  expect(isInFuture(now + DAY, now)).toBe(false);
  expect(isInFuture(now + DAY + 1, now)).toBe(true);
});

test('a result from the device can be up to a week old', () => {
  expect(isTooLate(now - 7 * DAY, now)).toBe(false);
  expect(isTooLate(now - 7 * DAY - 1, now)).toBe(true);
});

test('Home shows the last seven days', () => {
  const results = [logged('today', 0), logged('week', 7), logged('older', 7.001)];
  expect(recentResults(results, now).map(({ id }) => id)).toEqual(['today', 'week']);
});

test('only pregnancy results can be hidden', () => {
  const results = [logged('surge', 1), logged('test', 0, 'PREGNANCY')];
  expect(shownResults(results, true).map(({ id }) => id)).toEqual(['surge']);
  expect(shownResults(results, false)).toEqual(results);
});

test('a result can be undone for a day', () => {
  expect(canUndo(now - DAY + 1, now)).toBe(true);
  expect(canUndo(now - DAY, now)).toBe(false);
});
