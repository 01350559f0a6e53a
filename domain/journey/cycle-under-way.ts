import { stepsOf, TREATMENT_OUTLINE } from './outline.ts';
import { cycleOf, isStepComplete, isTreatmentOver, type CompletedPhase, type Progress } from './progress.ts';

/**
 * The cycle shown on Home. New entries belong to it. It is the next cycle as soon as every phase of the last
 * one is complete.
 */
export function cycleUnderWay(completed: readonly CompletedPhase[]): number {
  const cycle = cycleOf(completed);
  const steps = stepsOf(TREATMENT_OUTLINE).filter((step) => step.cycle === cycle);
  const isOver = steps.every((step) => isStepComplete(step, completed));
  return isOver ? Math.min(cycle + 1, TREATMENT_OUTLINE.numberOfCycles) : cycle;
}

/** A pregnancy ends treatment, so no next cycle starts. `private.cycle_under_way` is the same in SQL. */
export const cycleShown = (progress: Progress): number =>
  isTreatmentOver(progress) ? cycleOf(progress.completed) : cycleUnderWay(progress.completed);
