/** A page after an answer: its heading and its text. */
export type FeedbackWords = { heading: string; paragraphs: readonly string[] };

/** The page for reporting symptoms, and every link to it. */
export const FEELING_TITLE = 'How are you feeling?';

/** The check before an applicator, and every link to it. */
export const SAFETY_CHECK_TITLE = 'Safety check';

/** The page for logging a period, and every link and button to it. */
export const LOG_PERIOD_TITLE = 'Log the first day of your period';

/** The page that leads to reporting a loss, symptoms or a test that was logged by mistake. */
export const CHANGED_TITLE = 'Something has changed';

/** The page for reporting a loss, and its button. */
export const LOSS_TITLE = 'My pregnancy has ended';

/** Shown under a result, so that no one wonders what the button does. */
export const FEELING_HINT =
  'Tell your care team if something hurts or worries you, or if you’re having a hard time.';
