import { JOURNEY } from './definition.ts';
import { stageIn, stepIn, type Progress } from './progress.ts';
import type { Stage, Step } from './types.ts';

/** Where the patient is now, with what is said and done there. */
export const currentStage = (progress: Progress): Stage => stageIn(JOURNEY, progress);

/** The step the patient is at; null once nothing is left to do. */
export const currentStep = (progress: Progress): Step | null => stepIn(JOURNEY, progress);
