import { currentStage, cycleState, isStepLocked, isStepComplete, stepsOf } from '@domain/journey/index.ts';
import { PLAN_AT_REST } from '@domain/copy/plan-at-rest.ts';
import type { Progress, Step } from '@domain/journey/index.ts';

/** Why a phase cannot be completed yet, in words; null where it can, or already is. `asks` is false outside treatment. */
export function lockReason(step: Step, progress: Progress, asks: boolean): string | null {
  const { stage, cycle } = step;
  const isComplete = isStepComplete(step, progress.completed);
  if (cycle !== null && !isComplete && progress.status === 'Pregnant') {
    return 'You do not need this phase any more.';
  }
  if (cycle !== null && !asks) return PLAN_AT_REST.phase;
  if (isComplete || !isStepLocked(step, progress)) return null;
  if (stage.number > currentStage(progress).number) {
    return `This phase opens when you reach stage ${stage.number}. You can read ahead until then.`;
  }
  if (cycle !== null && cycleState(stage, cycle, progress) === 'locked') {
    return `This phase opens when every phase of cycle ${cycle - 1} is complete.`;
  }
  const first = stepsOf(stage).find(
    (each) => each.cycle === cycle && !isStepComplete(each, progress.completed),
  );
  return `This phase opens when “${first?.phase.title}” is complete.`;
}
