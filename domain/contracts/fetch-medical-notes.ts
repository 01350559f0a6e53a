import * as z from 'zod/mini';
import { InstantText, Line, listOf, Page } from './sizes.ts';

/** Who signed it, with their name and role of that day. */
export const NoteAuthor = z.object({ name: Line, role: Line, signedAt: InstantText });
export const NoteAddendum = z.object({ id: Line, text: Page, author: NoteAuthor });
const MAX_ADDENDA = 1_000;
/** Missing in notes from before they were signed. */
export const signed = {
  author: z.optional(z.nullable(NoteAuthor)),
  /** In the note's own format, oldest first. */
  addenda: z.optional(listOf(NoteAddendum, MAX_ADDENDA)),
};

export const FetchMedicalNotesRequest = z.strictObject({});

/** `content` is markdown from a clinician: untrusted, so it is shown without raw HTML. */
export const MedicalNote = z.object({
  id: Line,
  title: Line,
  date: InstantText,
  content: Page,
  ...signed,
});
export type MedicalNote = z.output<typeof MedicalNote>;

export const FetchMedicalNotesAnswer = z.object({ notes: listOf(MedicalNote, 100_000) });
