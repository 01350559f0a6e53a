import { expect, test } from 'vitest';
import { notNowWords } from '../copy/not-now.ts';
import { CARE_STATES, type CareState } from './facts.ts';
import { FLOWS, notNow, type Flow, type NotNow } from './flows.ts';
import { surfacesOf } from './surfaces.ts';

const STAGES = [1, 2, 3, 4] as const;
const OUTSIDE = CARE_STATES.filter((state) => state !== 'treatment');

type Row = Record<(typeof STAGES)[number], NotNow | null> & { outside: 'opens' | 'says why' };

/**
 * The whole table: the reason in each treatment stage, null if it opens; and whether it opens in the other
 * care states.
 */
const TABLE: Record<Flow, Row> = {
  'before-treatment': { 1: 'early', 2: null, 3: null, 4: 'done', outside: 'says why' },
  applicator: { 1: 'early', 2: 'early', 3: null, 4: 'done', outside: 'says why' },
  'safety-check': { 1: null, 2: null, 3: null, 4: null, outside: 'says why' },
  'ovulation-test': { 1: null, 2: null, 3: null, 4: null, outside: 'opens' },
  'pregnancy-test': { 1: null, 2: null, 3: null, 4: null, outside: 'opens' },
  period: { 1: null, 2: null, 3: null, 4: null, outside: 'opens' },
};

const ROWS = FLOWS.flatMap((flow) =>
  CARE_STATES.flatMap((state: CareState) =>
    STAGES.map((stage) => {
      const outside = state !== 'treatment' && (TABLE[flow].outside === 'opens' ? null : state);
      return { flow, state, stage, why: outside === false ? TABLE[flow][stage] : outside };
    }),
  ),
);

test.each(ROWS)('$flow, $state, stage $stage: $why', ({ flow, state, stage, why }) => {
  expect(notNow(flow, { state, stage })).toBe(why);
});

test.each(CARE_STATES)('in %s the safety check opens when the plan asks for something', (state) => {
  const { plan } = surfacesOf({ state, afterLoss: state === 'after-loss' });
  expect(notNow('safety-check', { state, stage: 3 }) === null).toBe(plan.asks);
});

test('a plan that did not load closes nothing; a known state still does', () => {
  for (const flow of FLOWS) expect(notNow(flow, { state: 'treatment', stage: null })).toBeNull();
  for (const state of OUTSIDE) expect(notNow('applicator', { state, stage: null })).toBe(state);
});

test('the reason is one or two kind sentences that ask for nothing, congratulate no one and never say “ready”', () => {
  for (const { flow, why } of ROWS) {
    if (!why) continue;
    const words = notNowWords(flow, why);
    expect(words).not.toBe('');
    expect(words).not.toMatch(/ready|great|congratulat|unfortunately|journey|!/i);
    expect(words.split('. ').length).toBeLessThanOrEqual(2);
  }
});
