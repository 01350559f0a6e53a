import { describe, expect, test } from 'vitest';
import { currentStep, currentStage } from './current.ts';
import { cycleShown, cycleUnderWay } from './cycle-under-way.ts';
import { cycleOf, isPhaseComplete, isStageComplete, isStepComplete } from './progress.ts';
import type { Progress } from './progress.ts';
import { YOUR_PLAN } from './stage-1.ts';
import { PREPARE } from './stage-2.ts';
import { TREATMENT } from './stage-3.ts';
import { AFTER_TREATMENT } from './stage-4.ts';
import { FINISHED, NEW_PATIENT, patientAt, pregnant, stepAt } from './testing.ts';

const whereIs = (progress: Progress) => {
  const step = currentStep(progress);
  return step && [step.stage.number, step.phase.id, step.cycle];
};

describe('complete', () => {
  test('a phase is complete when a row exists for it', () => {
    const { phase, stage } = stepAt('welcome');
    expect(isPhaseComplete(phase, stage, [])).toBe(false);
    expect(isPhaseComplete(phase, stage, [{ phaseId: 'welcome', cycleNumber: null }])).toBe(true);
  });

  test('a phase of treatment is complete only with a row for each of the three cycles', () => {
    const { phase, stage } = stepAt('ovulation', 1);
    const rows = [1, 2, 3].map((cycleNumber) => ({ phaseId: 'ovulation', cycleNumber }));
    expect(isPhaseComplete(phase, stage, rows.slice(0, 2))).toBe(false);
    expect(isPhaseComplete(phase, stage, rows)).toBe(true);
  });

  test('a cycle counts only its own rows', () => {
    const rows = [{ phaseId: 'ovulation', cycleNumber: 2 }];
    expect(isStepComplete(stepAt('ovulation', 2), rows)).toBe(true);
    expect(isStepComplete(stepAt('ovulation', 1), rows)).toBe(false);
    expect(isStepComplete(stepAt('ovulation', 1), [{ phaseId: 'ovulation', cycleNumber: null }])).toBe(false);
  });

  test('a stage is complete when all its phases are', () => {
    expect(isStageComplete(YOUR_PLAN, patientAt('consultation-prep'))).toBe(false);
    expect(isStageComplete(YOUR_PLAN, patientAt('optimize'))).toBe(true);
    expect(isStageComplete(TREATMENT, patientAt('testing', 3))).toBe(false);
    expect(isStageComplete(TREATMENT, patientAt('post-treatment'))).toBe(true);
  });
});

describe('the patient’s position', () => {
  test.each([
    ['nothing done', NEW_PATIENT, 1, [1, 'welcome', null]],
    ['the welcome done', patientAt('consultation-prep'), 1, [1, 'consultation-prep', null]],
    ['stage 1 done', patientAt('optimize'), 2, [2, 'optimize', null]],
    ['the kit awaited', patientAt('consultation'), 2, [2, 'consultation', null]],
    ['stage 2 done', patientAt('ovulation', 1), 3, [3, 'ovulation', 1]],
    ['in the middle of cycle 1', patientAt('applicators', 1), 3, [3, 'applicators', 1]],
    ['cycle 1 done', patientAt('ovulation', 2), 3, [3, 'ovulation', 2]],
    ['the end of cycle 3 near', patientAt('testing', 3), 3, [3, 'testing', 3]],
    ['treatment done', patientAt('post-treatment'), 4, [4, 'post-treatment', null]],
    ['everything done', FINISHED, 4, null],
  ] as const)('with %s', (_, progress, stage, step) => {
    expect(currentStage(progress).number).toBe(stage);
    expect(whereIs(progress)).toEqual(step);
  });

  test('a later stage that is complete does not carry the patient past an earlier one that is not', () => {
    const completed = PREPARE.phases.map((phase) => ({ phaseId: phase.id, cycleNumber: null }));
    expect(whereIs({ completed, status: 'Active' })).toEqual([1, 'welcome', null]);
  });

  test('the first cycle with an open phase decides, whatever later cycles contain', () => {
    const { completed } = patientAt('testing', 1);
    const ahead = [...completed, { phaseId: 'ovulation', cycleNumber: 2 }];
    expect(whereIs({ completed: ahead, status: 'Active' })).toEqual([3, 'testing', 1]);
  });

  test('unknown and duplicate rows change nothing', () => {
    const { completed } = patientAt('optimize');
    const odd = [...completed, ...completed, { phaseId: 'yoga', cycleNumber: 7 }];
    expect(whereIs({ completed: odd, status: 'Active' })).toEqual([2, 'optimize', null]);
  });

  test.each(['Paused', 'Withdrawn'] as const)('a %s patient keeps their place', (status) => {
    expect(whereIs({ ...patientAt('abstinence', 2), status })).toEqual([3, 'abstinence', 2]);
  });
});

describe('after a positive test', () => {
  test.each([1, 2, 3])('in cycle %i, treatment counts as finished and the review comes next', (cycle) => {
    const progress = pregnant(cycle === 3 ? patientAt('post-treatment') : patientAt('ovulation', cycle + 1));
    expect(isStageComplete(TREATMENT, progress)).toBe(true);
    expect(currentStage(progress)).toBe(AFTER_TREATMENT);
    expect(whereIs(progress)).toEqual([4, 'post-treatment', null]);
  });

  test('the patient is in stage 4 even if earlier phases were never marked', () => {
    expect(whereIs(pregnant(NEW_PATIENT))).toEqual([4, 'post-treatment', null]);
    expect(isStageComplete(YOUR_PLAN, pregnant(NEW_PATIENT))).toBe(false);
  });

  test('nothing is left after the review', () => {
    const { completed } = patientAt('ovulation', 2);
    const reviewed = [...completed, { phaseId: 'post-treatment', cycleNumber: null }];
    expect(whereIs({ completed: reviewed, status: 'Pregnant' })).toBeNull();
  });
});

describe('the cycle that a pregnancy test counts for', () => {
  test.each([
    ['before treatment', NEW_PATIENT, 1],
    ['at the start of cycle 1', patientAt('ovulation', 1), 1],
    ['while waiting to test in cycle 1', patientAt('testing', 1), 1],
    ['with cycle 1 complete and cycle 2 not begun', patientAt('ovulation', 2), 1],
    ['once cycle 2 has begun', patientAt('abstinence', 2), 2],
    ['while waiting to test in cycle 3', patientAt('testing', 3), 3],
    ['after treatment', FINISHED, 3],
  ])('%s', (_, { completed }, cycle) => {
    expect(cycleOf(completed)).toBe(cycle);
  });

  test('is not the safety check’s cycle: that is the next one as soon as one is complete', () => {
    const under = (...at: Parameters<typeof patientAt>) => cycleUnderWay(patientAt(...at).completed);
    expect([under('testing', 1), under('ovulation', 2), under('abstinence', 2)]).toEqual([1, 2, 2]);
    expect([cycleUnderWay(NEW_PATIENT.completed), cycleUnderWay(FINISHED.completed)]).toEqual([1, 3]);
  });

  test('Home shows no next cycle to someone who is pregnant', () => {
    const progress = patientAt('ovulation', 2);
    expect(cycleShown(progress)).toBe(2);
    expect(cycleShown({ ...progress, status: 'Pregnant' })).toBe(1);
  });

  test('is the highest cycle with a row, whichever phase it is for', () => {
    const rows = [
      { phaseId: 'testing', cycleNumber: 1 },
      { phaseId: 'ovulation', cycleNumber: 2 },
      { phaseId: 'welcome', cycleNumber: 3 },
    ];
    expect(cycleOf(rows)).toBe(2);
  });
});
