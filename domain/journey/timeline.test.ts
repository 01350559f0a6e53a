import { expect, test } from 'vitest';
import { REVIEWED } from '../copy/afterwards.ts';
import type { Progress } from './progress.ts';
import { PREPARE } from './stage-2.ts';
import { TREATMENT } from './stage-3.ts';
import { AFTER_TREATMENT } from './stage-4.ts';
import { NEW_PATIENT, patientAt, pregnant } from './testing.ts';
import { timeline } from './timeline.ts';

const treatment = (cycle: number, progress: Progress) => timeline(TREATMENT, cycle, progress);
const connectors = (progress: Progress) => treatment(1, progress).map(({ connector }) => connector);

test('the marker is a check mark when complete, highlighted when current, otherwise the number', () => {
  const phases = treatment(1, patientAt('applicators', 1));
  expect(phases.map(({ marker }) => marker)).toEqual(['complete', 'complete', 'current', 'ahead']);
  expect(phases.map(({ step }) => step.phase.number)).toEqual([1, 2, 3, 4]);
});

test('a connector is green only between two consecutive complete phases, and the last phase has none', () => {
  expect(connectors(patientAt('abstinence', 1))).toEqual(['open', 'open', 'open', null]);
  expect(connectors(patientAt('applicators', 1))).toEqual(['complete', 'open', 'open', null]);
  expect(connectors(patientAt('ovulation', 2))).toEqual(['complete', 'complete', 'complete', null]);
});

test('the current phase is highlighted in its own cycle only', () => {
  const progress = patientAt('abstinence', 2);
  expect(treatment(2, progress).map(({ marker }) => marker)).toEqual([
    'complete',
    'current',
    'ahead',
    'ahead',
  ]);
  expect(treatment(1, progress).every(({ marker }) => marker === 'complete')).toBe(true);
  expect(treatment(3, progress).every(({ marker }) => marker === 'ahead')).toBe(true);
});

test('phases that cannot be completed yet say so', () => {
  const locks = timeline(PREPARE, null, patientAt('optimize')).map(({ isLocked }) => isLocked);
  expect(locks).toEqual([false, true]);
});

test('a stage without cycles has one timeline, and a cycle that does not exist has none', () => {
  expect(timeline(AFTER_TREATMENT, null, NEW_PATIENT)).toHaveLength(1);
  expect(timeline(AFTER_TREATMENT, 1, NEW_PATIENT)).toEqual([]);
  expect(treatment(4, NEW_PATIENT)).toEqual([]);
});

test('after the review took place, the plan no longer calls it upcoming', () => {
  for (const progress of [patientAt('post-treatment'), pregnant(patientAt('testing', 1))]) {
    const description = (isReviewed: boolean) =>
      timeline(AFTER_TREATMENT, null, progress, isReviewed)[0]!.phase.description;
    expect(description(false)).toContain('In your review, your clinician will');
    expect(description(true)).toBe(REVIEWED);
  }
});
