import * as z from 'zod/mini';
import { InstantText, Line, listOf, Page } from './sizes.ts';

export const FetchMedicalNotesRequest = z.object({});

/** `content` is markdown from a clinician: untrusted, so it is shown without raw HTML. */
export const MedicalNote = z.object({
  id: Line,
  title: Line,
  date: InstantText,
  content: Page,
});
export type MedicalNote = z.output<typeof MedicalNote>;

export const FetchMedicalNotesAnswer = z.object({ notes: listOf(MedicalNote, 100_000) });
