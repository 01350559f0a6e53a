import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { OutcomeEvent } from '@domain/care-state/facts.ts';
import { instantFromIso } from '@domain/time/instant.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { EVENT_COLUMNS } from './row.ts';

const Row = z.object({
  id: z.string(),
  kind: z.enum(['pause', 'resume', 'loss', 'stop', 'resolve']),
  day: z.string(),
  cycle: z.number(),
  until: z.nullable(z.string()),
  resolved_to: z.nullable(z.enum(['pregnant', 'treatment', 'after-loss'])),
  recorded_by: z.nullable(z.string()),
  created_at: z.string(),
});

/** Events of the treatment itself, oldest first: pauses, losses, stops. Undone ones are left out. */
export const outcomeEventsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['outcome-events', userId],
    queryFn: () => fetchEvents(userId),
    retry: retryOnce,
  });

async function fetchEvents(userId: string): Promise<OutcomeEvent[]> {
  const answer = await from('outcome_events')
    .select(EVENT_COLUMNS)
    .eq('user_id', userId)
    .is('withdrawn_at', null)
    .order('created_at');
  return eventsIn(dataOf(answer));
}

export const eventsIn = (rows: unknown): OutcomeEvent[] =>
  z
    .array(Row)
    .parse(rows)
    .map((row) => ({
      id: row.id,
      kind: row.kind,
      day: row.day,
      cycle: row.cycle,
      until: row.until,
      resolvedTo: row.resolved_to,
      byTeam: row.recorded_by !== null,
      receivedAt: instantFromIso(row.created_at),
    }));
