import { AFTER_TREATMENT_OUTLINE, JOURNEY_OUTLINE } from './outline.ts';
import { isTreatmentOver, stageIn, stepIn, type Progress } from './progress.ts';

/**
 * What the last stage means for a patient: a pregnancy, the time after three cycles without one, or a
 * completed plan.
 */
export type Afterwards = 'pregnant' | 'after-cycles' | 'finished';

/** Null before the last stage. */
export function afterwardsOf(progress: Progress): Afterwards | null {
  if (isTreatmentOver(progress)) return 'pregnant';
  if (stageIn(JOURNEY_OUTLINE, progress).id !== AFTER_TREATMENT_OUTLINE.id) return null;
  return stepIn(JOURNEY_OUTLINE, progress) ? 'after-cycles' : 'finished';
}
