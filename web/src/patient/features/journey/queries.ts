import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { CompletedPhase, Step } from '@domain/journey/index.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
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
  const answer = await from('completed_phases').select(COMPLETED_COLUMNS).eq('user_id', userId);
  return z.array(Row).parse(dataOf(answer)).map(completedPhaseOf);
}

export async function completePhase(userId: string, { stage, phase, cycle }: Step): Promise<void> {
  const answer = await from('completed_phases').upsert(
    { user_id: userId, phase_id: phase.id, stage_number: stage.number, cycle_number: cycle },
    { onConflict: 'user_id,phase_id,cycle_number' },
  );
  dataOf(answer);
}
