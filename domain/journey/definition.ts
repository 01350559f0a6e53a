import { stepsOf } from './outline.ts';
import { YOUR_PLAN } from './stage-1.ts';
import { PREPARE } from './stage-2.ts';
import { TREATMENT } from './stage-3.ts';
import { AFTER_TREATMENT } from './stage-4.ts';
import type { Stage, Step } from './types.ts';

export { TREATMENT };

export const JOURNEY: readonly Stage[] = [YOUR_PLAN, PREPARE, TREATMENT, AFTER_TREATMENT];

export function stageById(id: string): Stage {
  const stage = JOURNEY.find((candidate) => candidate.id === id);
  if (!stage) throw new Error('Invalid stage ID');
  return stage;
}

/** The step in a URL. Null if there is no such step. */
export function findStep(phaseId: string, cycle: number | null): Step | null {
  const steps = JOURNEY.flatMap(stepsOf);
  return steps.find((step) => step.phase.id === phaseId && step.cycle === cycle) ?? null;
}
