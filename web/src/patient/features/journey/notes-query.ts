import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  ConsultationNote as NoteRow,
  FetchConsultationNotesAnswer,
} from '@domain/contracts/fetch-consultation-notes.ts';
import type { Consultation } from '@domain/journey/index.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { sanitise } from '@/lib/text/sanitise.ts';

/** `html` has been sanitised. */
export type ConsultationNote = { html: string; writtenAt: Instant };

/** What was written about one consultation, newest first. */
export const notesQuery = (userId: string, reference: Consultation) =>
  queryOptions({
    queryKey: ['consultation-notes', userId, reference],
    queryFn: () => fetchNotes(userId, reference),
    retry: retryOnce,
  });

async function fetchNotes(userId: string, reference: Consultation): Promise<ConsultationNote[]> {
  const answer = await from('consultation_notes')
    .select('notes,created_at')
    .eq('user_id', userId)
    .eq('consultation_reference', reference)
    .order('created_at', { ascending: false });
  const rows =
    answer.error?.code === TABLE_IS_CLOSED
      ? await readThroughFunction(reference)
      : z.array(NoteRow).parse(dataOf(answer));
  return Promise.all(
    rows.map(async (row) => ({
      html: await sanitise(row.notes),
      writtenAt: instantFromIso(row.created_at),
    })),
  );
}

/** Where a read of the table could not write its line in the access log, as on Supabase, the table is closed. */
const TABLE_IS_CLOSED = '42501';

async function readThroughFunction(reference: Consultation): Promise<NoteRow[]> {
  const { notes } = await callFunction(`fetch-consultation-notes?${new URLSearchParams({ reference })}`, {
    method: 'GET',
    answer: FetchConsultationNotesAnswer,
  });
  return notes;
}
