import { treatmentCycle } from '../results/treatment-cycle.ts';
import { AFTER_TREATMENT, JOURNEY, TREATMENT, stepsOf } from './definition.ts';
import type { Phase, Stage, Step } from './types.ts';

export type Status = 'Active' | 'Paused' | 'Pregnant' | 'Withdrawn';

export type CompletedPhase = { phaseId: string; cycleNumber: number | null };

export type Progress = { completed: readonly CompletedPhase[]; status: Status };

/** Where the patient is now: the stage after the last consecutive complete one, at most the last. */
export function currentStage(progress: Progress): Stage {
  if (isTreatmentOver(progress)) return AFTER_TREATMENT;
  return JOURNEY.find((stage) => !isStageComplete(stage, progress)) ?? AFTER_TREATMENT;
}

/** The step the patient is at; null once nothing is left to do. */
export function currentPhase(progress: Progress): Step | null {
  const steps = stepsOf(currentStage(progress));
  return steps.find((step) => !isStepComplete(step, progress.completed)) ?? null;
}

export function isStageComplete(stage: Stage, progress: Progress): boolean {
  // A positive test ends treatment: the cycles that were not needed must not hold the patient back.
  if (stage.id === TREATMENT.id && isTreatmentOver(progress)) return true;
  return stage.phases.every((phase) => isPhaseComplete(phase, stage, progress.completed));
}

/** Complete in every cycle of its stage. */
export function isPhaseComplete(phase: Phase, stage: Stage, completed: readonly CompletedPhase[]): boolean {
  return stepsOf(stage)
    .filter((step) => step.phase.id === phase.id)
    .every((step) => isStepComplete(step, completed));
}

/** Complete in this cycle, or once and for all where the stage has no cycles. */
export function isStepComplete({ phase, cycle }: Step, completed: readonly CompletedPhase[]): boolean {
  return completed.some((row) => row.phaseId === phase.id && (cycle === null || row.cycleNumber === cycle));
}

/** The cycle that the patient is in. A pregnancy test counts for it. */
export function cycleOf(completed: readonly CompletedPhase[]): number {
  const done = stepsOf(TREATMENT).filter((step) => isStepComplete(step, completed));
  return treatmentCycle(done.map(({ cycle }) => cycle));
}

export function isTreatmentOver({ status }: Progress): boolean {
  return status === 'Pregnant';
}
