/** A page after an answer: what it says first, and what it says then. */
export type FeedbackWords = { heading: string; paragraphs: readonly string[] };

/** The page on which symptoms are told, wherever a link leads to it. */
export const FEELING_TITLE = 'How are you feeling?';

/** The check before an applicator, wherever a link leads to it. */
export const SAFETY_CHECK_TITLE = 'Safety check';
