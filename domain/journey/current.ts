import { JOURNEY } from './definition.ts';
import { stageIn, stepIn, type Progress } from './progress.ts';
import type { Stage, Step } from './types.ts';

/** The patient's current place, with its words and actions. */
export const currentStage = (progress: Progress): Stage => stageIn(JOURNEY, progress);

/** The current step. Null once everything is complete. */
export const currentStep = (progress: Progress): Step | null => stepIn(JOURNEY, progress);
