import { currentStage } from './current.ts';
import { cyclesOf, stepsOf } from './outline.ts';
import { cycleOf, isStepComplete, isTreatmentOver } from './progress.ts';
import type { CompletedPhase, Progress } from './progress.ts';
import type { Stage, Step } from './types.ts';

export type CycleState = 'open' | 'locked' | 'not needed';

/**
 * A locked step can still be opened and read, but not marked as complete, and its actions are locked. The database holds the
 * same rule (`private.is_step_locked`); `supabase/tests/journey-walk.test.ts` compares the two.
 */
export function isStepLocked(step: Step, progress: Progress): boolean {
  // A pregnant patient is never asked to test or inseminate again, in any cycle.
  if (step.cycle !== null && isTreatmentOver(progress)) return !isStepComplete(step, progress.completed);

  const current = currentStage(progress);
  if (step.stage.number !== current.number) return step.stage.number > current.number;
  if (step.cycle !== null && !isCycleUnlocked(step.stage, step.cycle, progress.completed)) return true;
  return earlierInCycle(step).some((earlier) => !isStepComplete(earlier, progress.completed));
}

function earlierInCycle({ stage, phase, cycle }: Step): Step[] {
  return stepsOf(stage).filter((step) => step.cycle === cycle && step.phase.number < phase.number);
}

/** Only an open cycle can be expanded. */
export function cycleState(stage: Stage, cycle: number, progress: Progress): CycleState {
  if (isTreatmentOver(progress)) return cycle > cycleOf(progress.completed) ? 'not needed' : 'open';
  return isCycleUnlocked(stage, cycle, progress.completed) ? 'open' : 'locked';
}

export function isCycleUnlocked(stage: Stage, cycle: number, completed: readonly CompletedPhase[]): boolean {
  if (!cyclesOf(stage).includes(cycle)) return false;
  // Everyone may read ahead in the first cycle. Its phases are locked until the patient reaches the stage.
  if (cycle === 1) return true;
  const before = stepsOf(stage).filter((step) => step.cycle === cycle - 1);
  return before.every((step) => isStepComplete(step, completed));
}
