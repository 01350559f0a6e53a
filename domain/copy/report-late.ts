import type { FeedbackWords } from './words.ts';

/** For an applicator that was used before the survey lost its place. */
export const REPORT_LATE = {
  offer: 'If you used an applicator in the last 14 days, you can still report it.',
  button: 'Report an applicator',
  heading: 'When did you use it?',
  thanks: {
    heading: 'Thank you for telling us',
    paragraphs: ['Your report is in your record, where your coach can read it.'],
  } satisfies FeedbackWords,
};
