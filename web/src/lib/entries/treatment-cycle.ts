import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { cycleShown } from '@domain/journey/cycle-under-way.ts';
import { TREATMENT_STAGE, treatmentCycle } from '@domain/results/treatment-cycle.ts';
import { isoFromInstant, type Instant } from '@domain/time/instant.ts';
import { dataOf, from } from '@/lib/backend/database.ts';

const Rows = z.array(z.object({ cycle_number: z.nullable(z.number()) }));

/** The cycle of a pregnancy test by the plan alone: known early so that a form can be answered offline. */
export const treatmentCycleQuery = (userId: string) =>
  queryOptions({
    queryKey: ['treatment-cycle', userId],
    queryFn: () => fetchTreatmentCycle(userId),
    retry: false,
  });

/** The highest cycle with a completed phase, now or at an earlier moment. The server names the one of the last applicator. */
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

const Completed = z.array(z.object({ phase_id: z.string(), cycle_number: z.nullable(z.number()) }));
const Statuses = z.array(z.object({ status: z.enum(['Active', 'Paused', 'Pregnant', 'Withdrawn']) }));

/** The cycle that Home shows, now or at an earlier moment: an applicator belongs to it. */
export async function fetchCycleShown(userId: string, at?: Instant): Promise<number> {
  const done = from('completed_phases')
    .select('phase_id,cycle_number')
    .eq('user_id', userId)
    .eq('stage_number', TREATMENT_STAGE);
  const [completed, customer] = await Promise.all([
    at === undefined ? done : done.lte('completed_at', isoFromInstant(at)),
    from('customers').select('status').eq('user_id', userId),
  ]);
  return cycleShown({
    completed: Completed.parse(dataOf(completed)).map(({ phase_id, cycle_number }) => ({
      phaseId: phase_id,
      cycleNumber: cycle_number,
    })),
    status: Statuses.parse(dataOf(customer))[0]?.status ?? 'Active',
  });
}
