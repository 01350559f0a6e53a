import { stepsOf, TREATMENT_OUTLINE } from './outline.ts';
import { cycleOf, isStepComplete, type CompletedPhase } from './progress.ts';

/** The cycle whose safety check counts: the next one as soon as every phase of the last is complete. */
export function cycleUnderWay(completed: readonly CompletedPhase[]): number {
  const cycle = cycleOf(completed);
  const steps = stepsOf(TREATMENT_OUTLINE).filter((step) => step.cycle === cycle);
  const isOver = steps.every((step) => isStepComplete(step, completed));
  return isOver ? Math.min(cycle + 1, TREATMENT_OUTLINE.numberOfCycles) : cycle;
}
