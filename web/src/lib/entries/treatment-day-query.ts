import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { instantFromIso, isoFromInstant } from '@domain/time/instant.ts';
import { TREATMENT_DAY_ACTIONS } from '@domain/treatment-day/events.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { currentSession } from '@/lib/backend/session.ts';
import { MAX_AGE_MS, takeNotes, type Note } from './treatment-day.ts';

const Rows = z.array(
  z.object({
    id: z.string(),
    submission_id: z.nullable(z.string()),
    action: z.enum(TREATMENT_DAY_ACTIONS),
    at: z.string(),
    reported_at: z.string(),
  }),
);

/** Events from other devices, loaded from the clinic. */
export const treatmentDayQuery = (userId: string) =>
  queryOptions({
    queryKey: ['treatment-day', userId],
    queryFn: async () => {
      const notes = await fetchNotes(userId);
      // Signing out in the meantime leaves nothing on this device.
      if (currentSession().user?.id === userId) takeNotes(userId, notes);
      return notes;
    },
  });

async function fetchNotes(userId: string): Promise<Note[]> {
  const answer = await from('treatment_day_timers')
    .select('id,submission_id,action,at,reported_at')
    .eq('user_id', userId)
    .gte('at', isoFromInstant(Date.now() - MAX_AGE_MS));
  return sentNotesIn(dataOf(answer));
}

export const sentNotesIn = (rows: unknown): Note[] =>
  Rows.parse(rows).map(({ id, submission_id: submitted, action, at, reported_at: reportedAt }) => ({
    id: submitted ?? id,
    action,
    at: instantFromIso(at),
    reportedAt: instantFromIso(reportedAt),
    state: 'sent',
  }));
