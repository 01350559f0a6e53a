import { expect, test } from 'vitest';
import { afterwardsOf, type Afterwards } from './afterwards.ts';
import { AFTERWARDS, phaseOf } from './phase-of.ts';
import type { Progress } from './progress.ts';
import { FINISHED, NEW_PATIENT, patientAt, pregnant, stepAt } from './testing.ts';

const REVIEW = stepAt('post-treatment');

test.each<[string, Progress, Afterwards | null]>([
  ['a new patient', NEW_PATIENT, null],
  ['in the last cycle', patientAt('testing', 3), null],
  ['after three cycles', patientAt('post-treatment'), 'after-cycles'],
  ['after the review', FINISHED, 'finished'],
  ['pregnant', pregnant(patientAt('testing', 1)), 'pregnant'],
  ['pregnant, after the review', pregnant(FINISHED), 'pregnant'],
])('%s: %s', (_, progress, afterwards) => {
  expect(afterwardsOf(progress)).toBe(afterwards);
  expect(phaseOf(REVIEW, progress)).toMatchObject(
    afterwards ? AFTERWARDS[afterwards] : { image: 'post-treatment' },
  );
});

const PHASES = {
  pregnant: phaseOf(REVIEW, pregnant(patientAt('testing', 1))),
  'after-cycles': phaseOf(REVIEW, patientAt('post-treatment')),
  finished: phaseOf(REVIEW, FINISHED),
};

test('each has its own picture, words and tasks', () => {
  const all = Object.values(PHASES);
  for (const part of ['image', 'description'] as const) {
    expect(new Set(all.map((phase) => phase[part])).size).toBe(all.length);
  }
  expect(new Set(all.map(({ actions }) => actions.map(({ id }) => id).join())).size).toBe(all.length);
});

test('only a pregnancy has a pregnancy guide, and nothing promises or blames', () => {
  for (const [afterwards, { actions, description }] of Object.entries(PHASES)) {
    const hasGuide = actions.some(({ id }) => id === 'read-pregnancy-guide');
    expect(hasGuide).toBe(afterwards === 'pregnant');
    expect(description).not.toMatch(/failed|failure|guarantee|%|try again|congratulations/i);
  }
});

test('other phases are the same for everyone', () => {
  const step = stepAt('testing', 1);
  expect(phaseOf(step, FINISHED)).toBe(step.phase);
});
