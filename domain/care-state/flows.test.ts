import { expect, test } from 'vitest';
import { notNowWords } from '../copy/not-now.ts';
import type { CareState } from './facts.ts';
import { notNow, type NotNow, type Survey } from './flows.ts';

const STATES: CareState[] = ['treatment', 'paused', 'pregnant', 'unsure', 'after-loss', 'stopped'];
const STAGES = [1, 2, 3, 4] as const;

/** Why not, in each stage of treatment; null where it opens. Outside of treatment the state itself is why. */
const IN_TREATMENT: Record<Survey, Record<(typeof STAGES)[number], NotNow | null>> = {
  'before-treatment': { 1: 'early', 2: null, 3: null, 4: 'done' },
  applicator: { 1: 'early', 2: 'early', 3: null, 4: 'done' },
};

const ROWS = (['before-treatment', 'applicator'] as const).flatMap((survey) =>
  STATES.flatMap((state) =>
    STAGES.map((stage) => {
      const why = state === 'treatment' ? IN_TREATMENT[survey][stage] : state;
      return { survey, state, stage, why };
    }),
  ),
);

test.each(ROWS)('the $survey survey, $state, stage $stage: $why', ({ survey, state, stage, why }) => {
  expect(notNow(survey, { state, stage })).toBe(why);
});

test.each(['before-treatment', 'applicator'] as const)(
  'the %s survey opens in treatment if the plan does not load',
  (survey) => {
    expect(notNow(survey, { state: 'treatment', stage: null })).toBeNull();
    expect(notNow(survey, { state: 'pregnant', stage: null })).toBe('pregnant');
  },
);

test('why not is one kind sentence or two: it asks for nothing, congratulates nobody and never says “ready”', () => {
  for (const { survey, why } of ROWS) {
    if (!why) continue;
    const words = notNowWords(survey, why);
    expect(words).not.toMatch(/ready|great|congratulat|unfortunately|journey|!/i);
    expect(words.split('. ').length).toBeLessThanOrEqual(2);
  }
});
