import type { NextStepAction } from '../next-step/facts.ts';
import type { KitForPeak } from '../next-step/kit-for-peak.ts';
import { PEAK_MEANS } from './after-test.ts';
import { KIT_ACTIONS } from './kit-next-step.ts';
import type { FeedbackWords } from './words.ts';

export type PeakWithoutKit = FeedbackWords & { action: NextStepAction };

/** A peak without an applicator to use: replaces 'You are now ready' with what it means now. */
export const PEAK_WITHOUT_KIT: Record<Exclude<KitForPeak, 'at-hand'>, PeakWithoutKit> = {
  awaited: {
    heading: 'Your test shows a peak',
    paragraphs: [
      PEAK_MEANS,
      'As far as we know, your kit hasn’t arrived. If it has, let us know. If not, there’s nothing to use this cycle.',
    ],
    action: KIT_ACTIONS.kit,
  },
  none: {
    heading: 'Your test shows a peak',
    paragraphs: [
      PEAK_MEANS,
      'There’s nothing to use until you have your kit. Your first step is a consultation with a fertility clinician.',
    ],
    action: { label: 'See my plan', path: '/overview' },
  },
};
