import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { TREATMENT_STAGE, treatmentCycle } from '@domain/results/treatment-cycle.ts';
import { isoFromInstant, type Instant } from '@domain/time/instant.ts';
import { dataOf, from } from '@/lib/backend/database.ts';

const Rows = z.array(z.object({ cycle_number: z.nullable(z.number()) }));

/** The cycle that the patient is in: known early so that a form can be answered offline. */
export const treatmentCycleQuery = (userId: string) =>
  queryOptions({
    queryKey: ['treatment-cycle', userId],
    queryFn: () => fetchTreatmentCycle(userId),
    retry: false,
  });

/** The cycle now, or the one at an earlier moment. */
export async function fetchTreatmentCycle(userId: string, at?: Instant): Promise<number> {
  const begun = from('completed_phases')
    .select('cycle_number')
    .eq('user_id', userId)
    .eq('stage_number', TREATMENT_STAGE);
  const answer = await (at === undefined ? begun : begun.lte('completed_at', isoFromInstant(at)))
    .order('cycle_number', { ascending: false })
    .limit(1);
  return treatmentCycle(Rows.parse(dataOf(answer)).map((row) => row.cycle_number));
}
