import type { FeedbackWords } from './words.ts';

/** For a pregnancy test that is hard to read: after logging it, and to come back to. */
export const UNCLEAR: FeedbackWords = {
  heading: 'It can be hard to tell',
  paragraphs: [
    'A test that is hard to read is common. A line without color that comes late is not a positive.',
    'Please test again in a few days, with a new test. Your coach is here for you.',
  ],
};
