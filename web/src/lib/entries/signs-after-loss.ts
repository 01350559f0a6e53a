import { EMERGENCY_SIGNS_AFTER_LOSS, EMERGENCY_SIGNS_AFTER_LOSS_WITH_CAP } from '@domain/copy/get-help.ts';
import { isCapIn } from '@domain/treatment-day/treatment-day.ts';
import { useTreatmentDay } from './treatment-day.ts';

/** When to get help at once beside a loss: with a cap in, what is said of caps too. */
export const useSignsAfterLoss = (userId: string) =>
  isCapIn(useTreatmentDay(userId)) ? EMERGENCY_SIGNS_AFTER_LOSS_WITH_CAP : EMERGENCY_SIGNS_AFTER_LOSS;
