import type { OvulationResult } from '../results/ovulation.ts';
import type { FeedbackWords } from './words.ts';

const ANOTHER_DAY =
  'You took this test on an earlier day, so today may look different. Test again when you can, and ask your coach if you’re unsure.';

/** Shown below an older test. An invalid test shows nothing, however old it is. */
export const EARLIER_TEST: Record<OvulationResult, string | null> = {
  'Negative (Low LH)': ANOTHER_DAY,
  'High (Rising LH)': ANOTHER_DAY,
  'Peak (Positive LH Surge)':
    'You took this test on an earlier day. Before you use an applicator, please ask your coach if now is still a good time.',
  Invalid: null,
};

const SAME_DAY =
  'Use it the same day, though not necessarily immediately: pick a calm moment that works for you.';

/** What a patient reads after logging an ovulation test. */
export const OVULATION_FEEDBACK: Record<OvulationResult, FeedbackWords> = {
  'Negative (Low LH)': {
    heading: "You're not quite in your fertile window yet",
    paragraphs: [
      'Keep testing. A low result means the test found little LH so far, and that can change from one day to the next.',
    ],
  },
  'High (Rising LH)': {
    heading: 'Great! Your peak should be coming soon',
    paragraphs: [
      'Keep testing so you’ll see the peak when it comes.',
      'If anything about your results concerns you, please contact your Clinical Coach.',
    ],
  },
  'Peak (Positive LH Surge)': {
    heading: 'Great! You are now ready to use your first Béa Applicator',
    paragraphs: [
      SAME_DAY,
      'A peak usually comes 24 to 36 hours before ovulation. The test predicts ovulation but doesn’t confirm it. If you have PCOS, LH can be high for other reasons, so please talk to your coach first.',
    ],
  },
  Invalid: {
    heading: 'Sorry to hear about this result',
    paragraphs: [
      'Please retry with a new test. An invalid result says nothing about your cycle, only that this test didn’t work.',
      'If it persists, contact the Care Team.',
    ],
  },
};

/** An earlier test's day may be over, so its instructions for that day are left out. */
export function ovulationFeedback(result: OvulationResult, isEarlier: boolean): FeedbackWords {
  const { heading, paragraphs } = OVULATION_FEEDBACK[result];
  return { heading, paragraphs: paragraphs.filter((words) => !isEarlier || words !== SAME_DAY) };
}
