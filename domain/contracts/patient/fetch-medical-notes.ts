import * as z from 'zod/mini';
import { InstantText, Line, listOf, Page } from '../fields/sizes.ts';

/** Who signed it, with their name and role at the time. */
export const NoteAuthor = z.object({ name: Line, role: Line, signedAt: InstantText });
export const NoteAddendum = z.object({ id: Line, text: Page, author: NoteAuthor });
const MAX_ADDENDA = 1_000;
/** Missing in notes from before notes were signed. */
export const signed = {
  author: z.optional(z.nullable(NoteAuthor)),
  /** In the note's own format, oldest first. */
  addenda: z.optional(listOf(NoteAddendum, MAX_ADDENDA)),
};

export const FetchMedicalNotesRequest = z.strictObject({});

/**
 * `content` is a clinician's, and untrusted: markdown is shown without raw HTML; a consultation note's HTML
 * is sanitized.
 */
export const MedicalNote = z.object({
  id: Line,
  title: Line,
  date: InstantText,
  content: Page,
  /** Markdown if missing. */
  format: z.optional(z.enum(['markdown', 'html'])),
  ...signed,
});
export type MedicalNote = z.output<typeof MedicalNote>;

export const FetchMedicalNotesAnswer = z.object({ notes: listOf(MedicalNote, 100_000) });
