/** A page after an answer: what it says first, and what it says then. */
export type FeedbackWords = { heading: string; paragraphs: readonly string[] };
