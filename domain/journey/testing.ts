import { JOURNEY, findStep } from './definition.ts';
import { stepsOf } from './outline.ts';
import type { CompletedPhase, Progress } from './progress.ts';
import type { PhaseId, Step } from './types.ts';

/** Every step of the journey, from the welcome to the review. */
export const ALL_STEPS: readonly Step[] = JOURNEY.flatMap(stepsOf);

export const completionOf = ({ phase, cycle }: Step): CompletedPhase => ({
  phaseId: phase.id,
  cycleNumber: cycle,
});

export function stepAt(phaseId: PhaseId, cycle: number | null = null): Step {
  const step = findStep(phaseId, cycle);
  if (!step) throw new Error(`There is no ${phaseId} in cycle ${cycle}`);
  return step;
}

/** A patient who has completed everything before this phase. */
export function patientAt(phaseId: PhaseId, cycle: number | null = null): Progress {
  const { phase } = stepAt(phaseId, cycle);
  const index = ALL_STEPS.findIndex((step) => step.phase === phase && step.cycle === cycle);
  return { completed: ALL_STEPS.slice(0, index).map(completionOf), status: 'Active' };
}

export const pregnant = (progress: Progress): Progress => ({ ...progress, status: 'Pregnant' });

export const NEW_PATIENT: Progress = { completed: [], status: 'Active' };

export const FINISHED: Progress = { completed: ALL_STEPS.map(completionOf), status: 'Active' };
