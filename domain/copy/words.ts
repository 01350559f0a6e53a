/** A page after an answer: what it says first, and what it says then. */
export type FeedbackWords = { heading: string; paragraphs: readonly string[] };

/** The page on which symptoms are told, wherever a link leads to it. */
export const FEELING_TITLE = 'How are you feeling?';

/** The check before an applicator, wherever a link leads to it. */
export const SAFETY_CHECK_TITLE = 'Safety check';

/** The page on which a period is logged, and every link and button that does. */
export const LOG_PERIOD_TITLE = 'Log the first day of your period';

/** The page that leads to a loss, to symptoms and to a test that was logged by mistake. */
export const CHANGED_TITLE = 'Something has changed';

/** The page on which a loss is told, and the button that tells it. */
export const LOSS_TITLE = 'My pregnancy has ended';

/** Under a result, so that no one wonders what the button is for. */
export const FEELING_HINT =
  'Tell your care team if something hurts or worries you, or if you’re having a hard time.';
