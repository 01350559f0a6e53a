import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  ConsultationNote as NoteRow,
  FetchConsultationNotesAnswer,
} from '@domain/contracts/fetch-consultation-notes.ts';
import type { CompletedPhase, Consultation, Step } from '@domain/journey/index.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { callFunction } from '@/lib/call-function.ts';
import { dataOf, from } from '@/lib/database.ts';
import { COMPLETED_COLUMNS } from '@/lib/home-columns.ts';
import { retryOnce } from '@/lib/query-client.ts';
import { sanitise } from '@/lib/sanitise.ts';

const CompletedRow = z.object({ phase_id: z.string(), cycle_number: z.nullable(z.number()) });

/** `html` has been sanitised. */
export type ConsultationNote = { html: string; writtenAt: Instant };

export const completedPhasesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['completed-phases', userId],
    queryFn: () => fetchCompletedPhases(userId),
    retry: retryOnce,
  });

async function fetchCompletedPhases(userId: string): Promise<CompletedPhase[]> {
  const answer = await from('completed_phases').select(COMPLETED_COLUMNS).eq('user_id', userId);
  const rows = z.array(CompletedRow).parse(dataOf(answer));
  return rows.map((row) => ({ phaseId: row.phase_id, cycleNumber: row.cycle_number }));
}

export async function completePhase(userId: string, { stage, phase, cycle }: Step): Promise<void> {
  const answer = await from('completed_phases').upsert(
    { user_id: userId, phase_id: phase.id, stage_number: stage.number, cycle_number: cycle },
    { onConflict: 'user_id,phase_id,cycle_number' },
  );
  dataOf(answer);
}

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
