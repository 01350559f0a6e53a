import type { AfterTest } from '../cycle/after-test.ts';
import { monthAndDay } from '../time/words.ts';
import type { FeedbackWords } from './words.ts';

/** Shown next to a result: what to do on the next days. */
export const TODAY_AND_TOMORROW = {
  heading: 'Your next two days',
  today: 'Today',
  tomorrow: 'Tomorrow',
  first:
    'Use your first applicator after this cycle’s safety check. Let the sample rest for 30 minutes. The cap stays in for up to 5 hours.',
  second: 'Use your second applicator with a fresh sample.',
  used: 'You’ve logged your first applicator.',
  nothing: 'There’s nothing to use. Each cycle has two applicators.',
  timers: 'Open the timers',
  steps: 'Read the applicator steps',
};

/** For a patient who logs a peak while the plan is at an earlier phase of the cycle. */
export const MOVE_ON = {
  text: 'You’re ready for the applicator step, with its timers and surveys.',
  button: 'Go to my applicator step',
  done: 'Your plan is now at ‘Use your applicators.’',
  home: 'Your peak is logged.',
  used: 'You’ve used your first applicator.',
  failure: 'We couldn’t update your plan. Please try again.',
};

const ASK_COACH = 'Please ask your coach before you use an applicator.';

/** Replaces the usual words where they would be wrong. */
export function afterTestWords(after: AfterTest): FeedbackWords | null {
  switch (after.kind) {
    case 'second-day':
      return after.isFirstUnknown
        ? {
            heading: 'Your peak was yesterday. Please ask your coach first',
            paragraphs: [
              'Applicators are for the first day of a peak and the day after.',
              'Did you use your first applicator yesterday? If you did, please fill out the short survey. If not, please ask your coach before you use one.',
            ],
          }
        : {
            heading: 'Use your second applicator today',
            paragraphs: [
              'Your peak began yesterday. A peak two days in a row is one surge, so your applicator days stay the same.',
            ],
          };
    case 'used-today':
      return {
        heading: 'Use your second applicator tomorrow',
        paragraphs: [
          'You’ve logged your first applicator for today. A peak usually comes 24 to 36 hours before ovulation.',
        ],
      };
    case 'passed':
      return {
        heading: 'Your two applicator days have passed',
        paragraphs: [
          'Applicators are for the first day of a peak and the day after. Save any you didn’t use for the next cycle.',
          'Before you use an applicator now, please ask your coach if it’s still a good time.',
        ],
      };
    case 'second-surge':
      return {
        heading: 'A second peak in this cycle',
        paragraphs: [
          'Your tests show a second surge. A test predicts ovulation but doesn’t confirm it, and LH can be high for other reasons.',
          `${ASK_COACH} Each cycle has only two applicators.`,
        ],
      };
    case 'late-peak':
      return {
        heading: 'A peak late in your cycle',
        paragraphs: ['This late in a cycle, a peak can have a cause other than ovulation.', ASK_COACH],
      };
    case 'peak-at-rest':
      return {
        heading: 'Please ask your coach first',
        paragraphs: ['This peak began while your treatment was on hold.', ASK_COACH],
      };
    case 'after-peak':
      return {
        heading: 'Your peak still counts',
        paragraphs: [
          `You logged a peak on ${monthAndDay(after.peakOn)}. A lower result afterward doesn’t change that: your applicator days are still the day of the peak and the day after.`,
          'If anything about your results concerns you, please contact your Clinical Coach.',
        ],
      };
    case 'at-rest':
      return NOTED;
    default:
      return null;
  }
}

/** A negative test before the day from which one makes sense. */
export const earlyWords = (testFrom: string | null): string =>
  testFrom === null
    ? 'It’s early in your cycle to test. A negative result doesn’t tell you much yet.'
    : `It’s early in your cycle to test. Start testing on ${monthAndDay(testFrom)}. A negative result before then doesn’t tell you much.`;

export const PEAK_MEANS =
  'A peak usually comes 24 to 36 hours before ovulation. The test predicts ovulation but doesn’t confirm it.';

/** A peak before the plan has reached treatment: what it means now, not what it will mean later. */
export const PEAK_BEFORE_TREATMENT: FeedbackWords = {
  heading: 'Your test shows a peak',
  paragraphs: [
    PEAK_MEANS,
    'Your treatment hasn’t started, so there’s nothing to use today. Your results help your care team get to know your cycle.',
  ],
};

/** A test outside treatment, or after all its cycles. */
export const NOTED: FeedbackWords = {
  heading: 'Thank you for telling us',
  paragraphs: ['Your result is in your record. There’s nothing you need to do right now.'],
};
