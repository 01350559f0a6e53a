import { treatmentCycle } from '../results/treatment-cycle.ts';
import { TREATMENT_OUTLINE, stepsOf } from './outline.ts';
import type { PhaseOutline, StageOutline, Step } from './types.ts';

export type Status = 'Active' | 'Paused' | 'Pregnant' | 'Withdrawn';

export type CompletedPhase = { phaseId: string; cycleNumber: number | null };

export type Progress = { completed: readonly CompletedPhase[]; status: Status };

/**
 * The patient's stage in a journey or its outline: the one after the last of the consecutive completed
 * stages, at most the last.
 */
export function stageIn<S extends StageOutline>(journey: readonly S[], progress: Progress): S {
  const afterTreatment = journey.at(-1)!;
  if (isTreatmentOver(progress)) return afterTreatment;
  return journey.find((stage) => !isStageComplete(stage, progress)) ?? afterTreatment;
}

/** The current step. Null once everything is complete. */
export function stepIn<S extends StageOutline>(journey: readonly S[], progress: Progress): Step<S> | null {
  const steps = stepsOf(stageIn(journey, progress));
  return steps.find((step) => !isStepComplete(step, progress.completed)) ?? null;
}

export function isStageComplete(stage: StageOutline, progress: Progress): boolean {
  // A positive test ends treatment, so unneeded cycles don't block the patient.
  if (stage.id === TREATMENT_OUTLINE.id && isTreatmentOver(progress)) return true;
  return stage.phases.every((phase) => isPhaseComplete(phase, stage, progress.completed));
}

/** Complete in every cycle of its stage. */
export function isPhaseComplete(
  phase: PhaseOutline,
  stage: StageOutline,
  completed: readonly CompletedPhase[],
): boolean {
  return stepsOf(stage)
    .filter((step) => step.phase.id === phase.id)
    .every((step) => isStepComplete(step, completed));
}

/** Complete in this cycle, or complete at all in a stage without cycles. */
export function isStepComplete(
  { phase, cycle }: Step<StageOutline>,
  completed: readonly CompletedPhase[],
): boolean {
  return completed.some((row) => row.phaseId === phase.id && (cycle === null || row.cycleNumber === cycle));
}

/** The patient's current cycle. A pregnancy test counts toward it. */
export function cycleOf(completed: readonly CompletedPhase[]): number {
  const done = stepsOf(TREATMENT_OUTLINE).filter((step) => isStepComplete(step, completed));
  return treatmentCycle(done.map(({ cycle }) => cycle));
}

export function isTreatmentOver({ status }: Progress): boolean {
  return status === 'Pregnant';
}
