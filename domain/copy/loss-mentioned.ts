import { LOSS_TITLE } from './words.ts';

/** Next to a message that speaks of a loss. Nothing here asks for more than someone wants to say. */
export const LOSS_MENTIONED = {
  heading: 'We are so sorry.',
  words: 'You can send your message. It will be marked urgent, and a clinician will read it.',
  sent: 'Your care team has what you wrote, marked urgent. A clinician will read it.',
  report:
    'If your pregnancy has ended, you can also let us know here. After that, nothing in your plan asks you to do anything.',
  link: LOSS_TITLE,
};
