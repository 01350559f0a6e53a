import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cycleState, isStepLocked } from './access.ts';
import { actionsOf, toDo } from './actions.ts';
import { currentStep, currentStage } from './current.ts';
import { TREATMENT } from './definition.ts';
import { cyclesOf } from './outline.ts';
import { cycleOf, isStepComplete } from './progress.ts';
import type { CompletedPhase, Progress, Status } from './progress.ts';
import { ALL_STEPS, completionOf } from './testing.ts';
import { timeline } from './timeline.ts';

const NOTHING = { appointments: [], trackingUrl: null, ticks: null };

const step = fc.constantFrom(...ALL_STEPS);
const unknownRow = fc.record({
  phaseId: fc.oneof(fc.string(), fc.constantFrom('welcome', 'testing')),
  cycleNumber: fc.option(fc.integer()),
});
/** Any path through the plan so far, with any rows on top of it, legal or not. */
const rows: fc.Arbitrary<CompletedPhase[]> = fc
  .tuple(fc.nat(ALL_STEPS.length), fc.array(fc.oneof(step.map(completionOf), unknownRow), { maxLength: 12 }))
  .map(([walked, odd]) => ALL_STEPS.slice(0, walked).map(completionOf).concat(odd));
const anyStatus = fc.constantFrom<Status>('Active', 'Paused', 'Pregnant', 'Withdrawn');
const notPregnant = fc.constantFrom<Status>('Active', 'Paused', 'Withdrawn');

/** How many steps the patient has completed: 0 at the welcome, the number of steps at the end. */
function distance(progress: Progress): number {
  const current = currentStep(progress);
  if (!current) return ALL_STEPS.length;
  return ALL_STEPS.findIndex(({ phase, cycle }) => phase === current.phase && cycle === current.cycle);
}

test('completing the current phase again and again goes through the whole plan in order', () => {
  const completed: CompletedPhase[] = [];
  for (const expected of ALL_STEPS) {
    const current = currentStep({ completed, status: 'Active' });
    expect(current).toEqual(expected);
    completed.push(completionOf(expected));
  }
  expect(completed).toHaveLength(2 + 2 + 3 * 4 + 1);
  expect(currentStep({ completed, status: 'Active' })).toBeNull();
});

test('in whatever order a patient marks phases, there is a next step until everything is complete', () => {
  fc.assert(
    fc.property(notPregnant, fc.array(fc.nat(), { maxLength: 60 }), (status, choices) => {
      const completed: CompletedPhase[] = [];
      for (const choice of choices) {
        const allowed = ALL_STEPS.filter((candidate) => !isStepLocked(candidate, { completed, status }));
        const chosen = allowed[choice % allowed.length];
        if (chosen) completed.push(completionOf(chosen));
        const isFinished = ALL_STEPS.every((candidate) => isStepComplete(candidate, completed));
        expect(currentStep({ completed, status }) === null).toBe(isFinished);
      }
    }),
  );
});

test('from any rows, marking open phases step by step reaches the end', () => {
  fc.assert(
    fc.property(rows, anyStatus, (start, status) => {
      const completed = [...start];
      for (let left = ALL_STEPS.length; left > 0; left -= 1) {
        const current = currentStep({ completed, status });
        if (current) completed.push(completionOf(current));
      }
      expect(currentStep({ completed, status })).toBeNull();
    }),
  );
});

test('progress never goes backward as rows are added, or when a test is positive', () => {
  fc.assert(
    fc.property(rows, rows, anyStatus, (before, more, status) => {
      const earlier = { completed: before, status };
      const later = { completed: [...before, ...more], status };
      expect(distance(later)).toBeGreaterThanOrEqual(distance(earlier));
      expect(currentStage(later).number).toBeGreaterThanOrEqual(currentStage(earlier).number);
      expect(cycleOf(later.completed)).toBeGreaterThanOrEqual(cycleOf(earlier.completed));
      expect(distance({ ...earlier, status: 'Pregnant' })).toBeGreaterThanOrEqual(distance(earlier));
    }),
  );
});

test('the current phase can be completed: it is not locked, and its cycle is open', () => {
  fc.assert(
    fc.property(rows, anyStatus, (completed, status) => {
      const progress = { completed, status };
      const current = currentStep(progress);
      if (!current) return;
      expect(isStepComplete(current, completed)).toBe(false);
      expect(isStepLocked(current, progress)).toBe(false);
      if (current.cycle) expect(cycleState(current.stage, current.cycle, progress)).toBe('open');
      const shown = timeline(current.stage, current.cycle, progress);
      expect(shown.filter(({ marker }) => marker === 'current')).toHaveLength(1);
    }),
  );
});

test('a pregnant patient is not asked for anything in treatment', () => {
  const treatmentActions = new Set(TREATMENT.phases.flatMap(({ actions }) => actions.map(({ id }) => id)));
  fc.assert(
    fc.property(rows, (completed) => {
      const progress: Progress = { completed, status: 'Pregnant' };
      expect(currentStage(progress).number).toBe(4);
      expect(toDo(progress, NOTHING).some(({ id }) => treatmentActions.has(id))).toBe(false);
      for (const candidate of ALL_STEPS.filter(({ cycle }) => cycle !== null)) {
        if (isStepComplete(candidate, completed)) continue;
        expect(isStepLocked(candidate, progress)).toBe(true);
        expect(actionsOf(candidate, progress, NOTHING).every(({ locked }) => locked)).toBe(true);
      }
      for (const cycle of cyclesOf(TREATMENT)) {
        const isBehind = cycle <= cycleOf(completed);
        expect(cycleState(TREATMENT, cycle, progress)).toBe(isBehind ? 'open' : 'not needed');
      }
    }),
  );
});

test('the cycle of a pregnancy test is always one of the three', () => {
  fc.assert(
    fc.property(rows, (completed) => {
      expect(cyclesOf(TREATMENT)).toContain(cycleOf(completed));
    }),
  );
});
