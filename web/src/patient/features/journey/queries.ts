import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { CompletedPhase } from '@domain/journey/progress.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { notSignedIn } from '@/lib/backend/session.ts';
import { COMPLETED_COLUMNS, completedPhaseOf, type CompletedRow } from './row.ts';

const Row: z.ZodMiniType<CompletedRow> = z.object({
  phase_id: z.string(),
  cycle_number: z.nullable(z.number()),
});

export const completedPhasesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['completed-phases', userId],
    queryFn: () => fetchCompletedPhases(userId),
    retry: retryOnce,
  });

async function fetchCompletedPhases(userId: string): Promise<CompletedPhase[]> {
  if (!userId) throw notSignedIn();
  const answer = await from('completed_phases').select(COMPLETED_COLUMNS).eq('user_id', userId);
  return z.array(Row).parse(dataOf(answer)).map(completedPhaseOf);
}
