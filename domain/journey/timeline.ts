import { isStepLocked } from './access.ts';
import { currentStep } from './current.ts';
import { stepsOf } from './outline.ts';
import { phaseOf } from './phase-of.ts';
import { isStepComplete } from './progress.ts';
import type { Progress } from './progress.ts';
import type { Phase, Stage, Step } from './types.ts';

export type Marker = 'complete' | 'current' | 'ahead';

/** `connector` is the line to the next phase. The last phase has none. */
export type TimelinePhase = {
  step: Step;
  /** In this patient's words. */
  phase: Phase;
  marker: Marker;
  connector: 'complete' | 'open' | null;
  isLocked: boolean;
};

/** The phases of a stage, or of one of its cycles, from top to bottom of the plan. */
export function timeline(
  stage: Stage,
  cycle: number | null,
  progress: Progress,
  isReviewed = false,
): TimelinePhase[] {
  const steps = stepsOf(stage).filter((step) => step.cycle === cycle);
  return steps.map((step, index) => ({
    step,
    phase: phaseOf(step, progress, isReviewed),
    marker: markerOf(step, progress),
    connector: connectorBetween(step, steps[index + 1], progress),
    isLocked: isStepLocked(step, progress),
  }));
}

function markerOf(step: Step, progress: Progress): Marker {
  if (isStepComplete(step, progress.completed)) return 'complete';
  const current = currentStep(progress);
  return current?.phase.id === step.phase.id && current.cycle === step.cycle ? 'current' : 'ahead';
}

function connectorBetween(step: Step, next: Step | undefined, { completed }: Progress) {
  if (!next) return null;
  return isStepComplete(step, completed) && isStepComplete(next, completed) ? 'complete' : 'open';
}
