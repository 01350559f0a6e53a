import * as z from 'zod/mini';
import { requiredText } from '../fields/free-text.ts';
import { InstantText } from '../fields/sizes.ts';
import { NOT_AN_OBJECT } from '../fields/submission.ts';

const NO_REASON = 'cover, patient-asked, safety or quality';

/** Why a coach opens the record of a colleague's patient: the patient sees the category, and has the words in the export. */
export const TeamOpenWithReasonRequest = z.strictObject(
  {
    id: z.guid('Please select a patient'),
    category: z.enum(['cover', 'patient-asked', 'safety', 'quality'], NO_REASON),
    words: requiredText('Please enter a reason'),
  },
  NOT_AN_OBJECT,
);
/** Until when the record is open. */
export const TeamOpenWithReasonAnswer = z.object({ until: InstantText });
