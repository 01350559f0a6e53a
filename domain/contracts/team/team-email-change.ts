import * as z from 'zod/mini';
import { Email } from '../fields/email.ts';
import { MAX_HOW_CHECKED } from '../fields/lengths.ts';
import { plainLine } from '../fields/plain-line.ts';
import { InstantText, Line, listOf } from '../fields/sizes.ts';

const MAX_OPEN = 1_000;

/** A request to change a patient's email address that no one has ended yet. */
const EmailChange = z.object({
  id: z.guid(),
  patient: z.object({ id: z.guid(), name: Line }),
  email: Line,
  newEmail: Line,
  howChecked: Line,
  askedBy: z.nullable(Line),
  askedAt: InstantText,
  /** Null until a clinician agreed. */
  agreedBy: z.nullable(Line),
  changesAt: z.nullable(InstantText),
  /** Whether a text reaches the patient too. */
  isTexted: z.boolean(),
  mayAgree: z.boolean(),
});
export type EmailChange = z.output<typeof EmailChange>;
export const TeamEmailChangeAnswer = z.object({ changes: listOf(EmailChange, MAX_OPEN) });

const id = z.guid('Please select a request');

export const TeamEmailChangeRequest = z.discriminatedUnion(
  'action',
  [
    z.strictObject({
      action: z.literal('ask'),
      patient: z.guid('Please select a patient'),
      email: Email,
      howChecked: plainLine(MAX_HOW_CHECKED, {
        missing: 'Enter how you checked who is asking',
        tooLong: `Use no more than ${MAX_HOW_CHECKED} characters`,
        notPlain: 'Use one line, without special characters',
      }),
    }),
    z.strictObject({ action: z.literal('agree'), id }),
    z.strictObject({ action: z.literal('stop'), id }),
  ],
  'Please select an action',
);

export const TeamEmailChanged = z.object({ id: z.guid() });
