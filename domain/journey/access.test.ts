import { describe, expect, test } from 'vitest';
import { cycleState, isCycleUnlocked, isStepLocked } from './access.ts';
import { JOURNEY } from './definition.ts';
import { stepsOf } from './outline.ts';
import type { Progress } from './progress.ts';
import { YOUR_PLAN } from './stage-1.ts';
import { TREATMENT } from './stage-3.ts';
import { ALL_STEPS, NEW_PATIENT, patientAt, pregnant, stepAt } from './testing.ts';

const cycleStates = (progress: Progress) => [1, 2, 3].map((cycle) => cycleState(TREATMENT, cycle, progress));
const unlocked = (progress: Progress) =>
  ALL_STEPS.filter((step) => !isStepLocked(step, progress)).map(
    ({ phase, cycle }) => phase.id + (cycle ? ` ${cycle}` : ''),
  );

test('a stage is accessible up to the current one', () => {
  const progress = patientAt('optimize');
  const accessible = JOURNEY.filter((stage) => stepsOf(stage).some((step) => !isStepLocked(step, progress)));
  expect(accessible.map((stage) => stage.number)).toEqual([1, 2]);
});

describe('cycles', () => {
  test('cycle 1 can be opened and read from the first day', () => {
    expect(cycleStates(NEW_PATIENT)).toEqual(['open', 'locked', 'locked']);
  });

  test('cycle 2 stays locked until every phase of cycle 1 is complete', () => {
    expect(cycleStates(patientAt('testing', 1))).toEqual(['open', 'locked', 'locked']);
    expect(cycleStates(patientAt('ovulation', 2))).toEqual(['open', 'open', 'locked']);
  });

  test('cycle 3 stays locked until every phase of cycle 2 is complete', () => {
    expect(cycleStates(patientAt('testing', 2))).toEqual(['open', 'open', 'locked']);
    expect(cycleStates(patientAt('ovulation', 3))).toEqual(['open', 'open', 'open']);
  });

  test('a cycle that does not exist is not open', () => {
    const { completed } = patientAt('post-treatment');
    expect(isCycleUnlocked(TREATMENT, 4, completed)).toBe(false);
    expect(isCycleUnlocked(TREATMENT, 0, completed)).toBe(false);
    expect(isCycleUnlocked(YOUR_PLAN, 1, completed)).toBe(false);
  });

  test.each([
    ['cycle 1', patientAt('ovulation', 2), ['open', 'not needed', 'not needed']],
    ['cycle 2', patientAt('ovulation', 3), ['open', 'open', 'not needed']],
    ['cycle 3', patientAt('post-treatment'), ['open', 'open', 'open']],
  ])('after a positive test in %s, the remaining cycles are not needed', (_, progress, states) => {
    expect(cycleStates(pregnant(progress))).toEqual(states);
  });
});

describe('locked phases', () => {
  test('a new patient can open only the welcome phase', () => {
    expect(unlocked(NEW_PATIENT)).toEqual(['welcome']);
  });

  test('a phase opens when the earlier ones of its stage are complete', () => {
    expect(unlocked(patientAt('consultation-prep'))).toEqual(['welcome', 'consultation-prep']);
  });

  test('a phase of a later stage is locked, cycle 1 of treatment too', () => {
    expect(isStepLocked(stepAt('ovulation', 1), patientAt('consultation'))).toBe(true);
    expect(isStepLocked(stepAt('ovulation', 1), patientAt('ovulation', 1))).toBe(false);
  });

  test('in a cycle, only the earlier phases of the same cycle count', () => {
    expect(isStepLocked(stepAt('abstinence', 2), patientAt('abstinence', 2))).toBe(false);
    expect(isStepLocked(stepAt('applicators', 2), patientAt('abstinence', 2))).toBe(true);
  });

  test('every phase of a locked cycle is locked, its first one too', () => {
    expect(isStepLocked(stepAt('ovulation', 2), patientAt('testing', 1))).toBe(true);
    expect(isStepLocked(stepAt('ovulation', 3), patientAt('ovulation', 2))).toBe(true);
  });

  test('phases of a completed stage are open to read again', () => {
    expect(unlocked(patientAt('ovulation', 1))).toEqual([
      'welcome',
      'consultation-prep',
      'optimize',
      'consultation',
      'ovulation 1',
    ]);
  });

  test('after a positive test in cycle 1, completed phases can be read and no other treatment phase is offered', () => {
    expect(unlocked(pregnant(patientAt('ovulation', 2)))).toEqual([
      'welcome',
      'consultation-prep',
      'optimize',
      'consultation',
      'ovulation 1',
      'abstinence 1',
      'applicators 1',
      'testing 1',
      'post-treatment',
    ]);
  });
});
