import type { NextStepAction } from '../next-step/facts.ts';
import { PEAK_MEANS } from './after-test.ts';
import { SAFETY_CHECK, SAFETY_OUTCOMES } from './safety-check.ts';
import type { FeedbackWords } from './words.ts';

export type PeakWhileHeld = FeedbackWords & { call: NextStepAction; started: NextStepAction };

/**
 * A peak while the safety check blocks treatment. A patient who only reads the heading must not use an
 * applicator.
 */
export const PEAK_WHILE_HELD: PeakWhileHeld = {
  heading: 'Your test shows a peak. Please talk to your clinician first.',
  paragraphs: [
    SAFETY_OUTCOMES.stop,
    `A clinician needs to clear your safety check. ${SAFETY_CHECK.call}`,
    PEAK_MEANS,
  ],
  call: { label: SAFETY_CHECK.book, path: '/schedule?appointmentType=safety-call' },
  started: { label: SAFETY_CHECK.started, path: '/treatment-day?started' },
};
