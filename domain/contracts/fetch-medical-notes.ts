import * as z from 'zod/mini';

export const FetchMedicalNotesRequest = z.object({});

/** `content` is markdown from a clinician: untrusted, so it is shown without raw HTML. */
export const MedicalNote = z.object({
  id: z.string(),
  title: z.string(),
  date: z.string(),
  content: z.string(),
});
export type MedicalNote = z.output<typeof MedicalNote>;

export const FetchMedicalNotesAnswer = z.object({ notes: z.array(MedicalNote) });
