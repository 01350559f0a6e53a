import type { FeedbackWords } from './words.ts';

/** For reporting an applicator after its survey has closed. */
export const REPORT_LATE = {
  offer: 'If you used an applicator in the last 14 days, you can still report it.',
  button: 'Report an applicator',
  heading: 'When did you use it?',
  thanks: {
    heading: 'Thank you for telling us',
    paragraphs: ['Your report is in your record, where your coach can read it.'],
  } satisfies FeedbackWords,
};
