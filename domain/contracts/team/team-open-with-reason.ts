import * as z from 'zod/mini';
import { requiredText } from '../fields/free-text.ts';
import { InstantText } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const NO_REASON = 'cover, patient-asked, safety or quality';

/**
 * A coach's reason for opening a colleague's patient. The patient sees the category on screen, and the words
 * in the export.
 */
export const TeamOpenWithReasonRequest = z.strictObject(
  {
    id: z.guid('Please select a patient'),
    category: z.enum(['cover', 'patient-asked', 'safety', 'quality'], NO_REASON),
    words: requiredText('Please enter a reason'),
  },
  NOT_AN_OBJECT,
);
/** When the access ends. */
export const TeamOpenWithReasonAnswer = z.object({ until: InstantText });
