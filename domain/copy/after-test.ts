import type { AfterTest } from '../cycle/after-test.ts';
import { monthAndDay } from '../time/words.ts';
import type { FeedbackWords } from './words.ts';

/** Beside what a result means: what the days are for. */
export const TODAY_AND_TOMORROW = {
  heading: 'What your days are for',
  today: 'Today',
  tomorrow: 'Tomorrow',
  first:
    'Your first applicator, once the safety check of this cycle says that you can use it. Let the sample rest for 30 minutes; the cap stays in for up to 5 hours.',
  second: 'Your second applicator, with a second sample.',
  used: 'You have noted your first applicator.',
  nothing: 'There is nothing to use. Each cycle has two applicators.',
  timers: 'Open the timers',
  steps: 'Read the applicator steps',
};

/** For whoever logs a peak while the plan is at an earlier phase of the cycle. */
export const MOVE_ON = {
  text: 'Your plan can go on to your applicators, so that the timers and the surveys are at hand.',
  button: 'Move my plan on',
  done: 'Your plan is at ‘Use your applicators’ now.',
  home: 'Your peak is logged.',
  failure: 'Your plan could not be moved on. Please try again.',
};

const ASK_COACH = 'Please ask your coach before you use an applicator.';

/** In place of the usual words, where the usual ones would not be true. */
export function afterTestWords(after: AfterTest): FeedbackWords | null {
  switch (after.kind) {
    case 'second-day':
      return {
        heading: 'Today is for your second applicator',
        paragraphs: [
          'Your peak began yesterday. A peak on two days is one surge, so the days for your applicators stay the same.',
          ...(after.isFirstUnknown
            ? [
                'Did you use your first applicator yesterday? If so, tell us in its survey. If not, please ask your coach before you use one.',
              ]
            : []),
        ],
      };
    case 'used-today':
      return {
        heading: 'Your second applicator is for tomorrow',
        paragraphs: [
          'You have noted your first applicator for today. A peak usually comes 24 to 36 hours before ovulation.',
        ],
      };
    case 'passed':
      return {
        heading: 'The two days for your applicators are over',
        paragraphs: [
          'Applicators are for the first day of a peak and the next day. One that was not used is kept for the next cycle.',
          'Before you use an applicator now, please ask your coach whether it is still a good time.',
        ],
      };
    case 'second-surge':
      return {
        heading: 'A second peak in this cycle',
        paragraphs: [
          'Your tests show a second surge. A test predicts, it does not confirm, and LH can be high for other reasons.',
          `${ASK_COACH} There is no third applicator in a cycle.`,
        ],
      };
    case 'late-peak':
      return {
        heading: 'A peak late in your cycle',
        paragraphs: ['So late in a cycle a peak can have another reason than ovulation.', ASK_COACH],
      };
    case 'after-peak':
      return {
        heading: 'Your peak stays as it is',
        paragraphs: [
          `You logged a peak on ${monthAndDay(after.peakOn)}. A lower result after it takes nothing back: the days for your applicators are still the day of the peak and the next.`,
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
    ? 'It is early in your cycle for a test. A negative one says little yet.'
    : `It is early in your cycle for a test. Start testing on ${monthAndDay(testFrom)}; a negative one before says little yet.`;

export const PEAK_MEANS =
  'A peak usually comes 24 to 36 hours before ovulation. The test predicts, it does not confirm.';

/** A peak while the plan is not at treatment yet: what it means now, instead of what it will mean then. */
export const PEAK_BEFORE_TREATMENT: FeedbackWords = {
  heading: 'Your test shows a peak',
  paragraphs: [
    PEAK_MEANS,
    'Your treatment has not started, so there is nothing to use today. Your results help your care team to know your cycle.',
  ],
};

/** A test outside of treatment, or after its cycles are complete. */
export const NOTED: FeedbackWords = {
  heading: 'Thank you for telling us',
  paragraphs: ['Your result is in your record. Nothing is asked of you now.'],
};
