import { expect, test } from 'vitest';
import { planOf } from './plan.ts';
import { ID } from './testing.ts';

const done = (phase: string, cycle: number | null = null, byTest = false) => ({
  id: ID(1),
  phase,
  cycle,
  at: '2026-03-03T09:00:00Z',
  loggedBy: null,
  byCallWith: null,
  byTest,
});
const BEFORE = [done('welcome'), done('consultation-prep'), done('optimize'), done('consultation')];
const IN_TREATMENT = { careState: 'treatment', status: 'Active' } as const;
const words = (steps: readonly { words: string }[]) => steps.map((step) => step.words);

test('the current phase can be completed, and completed phases reopened, the last one first', () => {
  const plan = planOf({ phases: [...BEFORE, done('ovulation', 1)] }, IN_TREATMENT);
  expect(words(plan.completable)).toEqual(['Plan for the sample, cycle 1']);
  expect(words(plan.reopenable).slice(0, 2)).toEqual([
    'Track your ovulation, cycle 1',
    'Meet your Clinical Coach',
  ]);
  expect(plan.reopenable).toHaveLength(5);
  expect(plan.cycleUnderWay).toBe(1);
});

test('after the last phase of a cycle the next cycle starts', () => {
  const first = ['ovulation', 'abstinence', 'applicators', 'testing'].map((phase) => done(phase, 1));
  const plan = planOf({ phases: [...BEFORE, ...first] }, IN_TREATMENT);
  expect(words(plan.completable)).toEqual(['Track your ovulation, cycle 2']);
  expect(plan.cycleUnderWay).toBe(2);
});

test('while treatment rests, none of its phases is completed or reopened', () => {
  const paused = { careState: 'paused', status: 'Paused' } as const;
  const plan = planOf({ phases: [...BEFORE, done('ovulation', 1)] }, paused);
  expect([plan.completable, plan.reopenable]).toEqual([[], []]);
  expect(words(planOf({ phases: BEFORE.slice(0, 1) }, paused).completable)).toEqual([
    'Your first consultation',
  ]);
});

test('phases completed by a positive test go with the test, and only the review is open', () => {
  const phases = [...BEFORE, done('ovulation', 1, true)];
  const plan = planOf({ phases }, { careState: 'pregnant', status: 'Pregnant' });
  expect(words(plan.completable)).toEqual(['Your treatment review']);
  expect(plan.reopenable).toEqual([]);
});
