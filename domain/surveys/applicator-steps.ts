import { TOO_LONG_IN_PLACE, asksForDetails, type CapWear, type Feedback } from './applicator-use.ts';

export const APPLICATOR_STEPS = [
  'insemination-date',
  'medications',
  'sperm-collection',
  'cervical-cap-wear',
  'use-feedback',
  'feedback',
] as const;
export type ApplicatorStep = (typeof APPLICATOR_STEPS)[number];

export const nextStep = (step: ApplicatorStep): ApplicatorStep => stepAt(APPLICATOR_STEPS.indexOf(step) + 1);
export const previousStep = (step: ApplicatorStep): ApplicatorStep =>
  stepAt(APPLICATOR_STEPS.indexOf(step) - 1);

const stepAt = (index: number): ApplicatorStep =>
  APPLICATOR_STEPS[Math.min(Math.max(index, 0), APPLICATOR_STEPS.length - 1)]!;

/** Which of the cycle's two applicators: it only changes the wording. */
export const cycleAttempt = (given: string | null | undefined): 1 | 2 => (given === '2' ? 2 : 1);

/** The cap was in too long. */
export const needsAdvice = (capWear: CapWear): boolean => capWear === TOO_LONG_IN_PLACE;

export const offersCoach = (feedback: Feedback): boolean => asksForDetails(feedback);
