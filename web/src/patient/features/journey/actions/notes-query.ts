import { queryOptions } from '@tanstack/react-query';
import {
  FetchConsultationNotesAnswer,
  type ConsultationNote as NoteAnswer,
} from '@domain/contracts/patient/fetch-consultation-notes.ts';
import type { Consultation } from '@domain/journey/types.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { sanitise } from '@/lib/text/sanitise.ts';

type Author = NonNullable<NoteAnswer['author']>;
/** `html` is already sanitized. */
export type ConsultationNote = {
  html: string;
  writtenAt: Instant;
  /** Who signed it. Null for notes from before notes were signed. */
  author: Author | null;
  /** Addenda, oldest first. */
  addenda: { id: string; html: string; author: Author }[];
};

/** The notes about one consultation, newest first. */
export const notesQuery = (userId: string, reference: Consultation) =>
  queryOptions({
    queryKey: ['consultation-notes', userId, reference],
    queryFn: () => fetchNotes(reference),
    retry: retryOnce,
  });

/** Read through the function, which writes to the access log and knows who signed. */
async function fetchNotes(reference: Consultation): Promise<ConsultationNote[]> {
  const { notes } = await callFunction(`fetch-consultation-notes?${new URLSearchParams({ reference })}`, {
    method: 'GET',
    answer: FetchConsultationNotesAnswer,
  });
  return Promise.all(notes.map(asNote));
}

const asNote = async ({
  notes,
  created_at,
  author,
  addenda = [],
}: NoteAnswer): Promise<ConsultationNote> => ({
  html: await sanitise(notes),
  writtenAt: instantFromIso(created_at),
  author: author ?? null,
  addenda: await Promise.all(
    addenda.map(async (added) => ({ id: added.id, author: added.author, html: await sanitise(added.text) })),
  ),
});
