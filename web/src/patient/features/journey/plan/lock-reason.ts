import { currentStage } from '@domain/journey/current.ts';
import { cycleState, isStepLocked } from '@domain/journey/access.ts';
import { isStepComplete } from '@domain/journey/progress.ts';
import { stepsOf } from '@domain/journey/outline.ts';
import { PLAN_AT_REST } from '@domain/copy/plan-at-rest.ts';
import type { Progress } from '@domain/journey/progress.ts';
import type { Step } from '@domain/journey/types.ts';

/** Why a phase cannot be completed yet; null if it can, or already is. `asks` is false outside treatment. */
export function lockReason(step: Step, progress: Progress, asks: boolean): string | null {
  const { stage, cycle } = step;
  const isComplete = isStepComplete(step, progress.completed);
  if (cycle !== null && !isComplete && progress.status === 'Pregnant') {
    return 'You no longer need this phase.';
  }
  if (cycle !== null && !asks) return PLAN_AT_REST.phase;
  if (isComplete || !isStepLocked(step, progress)) return null;
  if (stage.number > currentStage(progress).number) {
    return `You can start this phase when you reach stage ${stage.number}. Until then, you can read ahead.`;
  }
  if (cycle !== null && cycleState(stage, cycle, progress) === 'locked') {
    return `This phase opens when every phase of cycle ${cycle - 1} is complete.`;
  }
  const first = stepsOf(stage).find(
    (each) => each.cycle === cycle && !isStepComplete(each, progress.completed),
  );
  return `This phase opens when “${first?.phase.title}” is complete.`;
}
