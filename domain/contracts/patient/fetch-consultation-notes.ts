import * as z from 'zod/mini';
import { WRITTEN } from '../fields/free-text.ts';
import { signed } from './fetch-medical-notes.ts';
import { InstantText, Line, listOf, Page } from '../fields/sizes.ts';

const NO_REFERENCE = 'Please select a consultation';

export const FetchConsultationNotesRequest = z.strictObject({
  reference: z
    .string(NO_REFERENCE)
    .check(z.minLength(1, NO_REFERENCE), z.maxLength(100, NO_REFERENCE), z.regex(WRITTEN, NO_REFERENCE)),
});

/** `notes` is HTML from a clinician: untrusted, so it is sanitized before it is shown. */
export const ConsultationNote = z.object({
  title: z.optional(z.nullable(Line)),
  notes: Page,
  created_at: InstantText,
  ...signed,
});
export type ConsultationNote = z.output<typeof ConsultationNote>;

export const FetchConsultationNotesAnswer = z.object({ notes: listOf(ConsultationNote, 100_000) });
