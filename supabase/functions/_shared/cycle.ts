import { TREATMENT_STAGE, treatmentCycle } from '../../../domain/results/treatment-cycle.ts';
import type { FunctionContext } from './context.ts';
import { FunctionProblem } from './problem.ts';
import { earlierRow, type Submission } from './submission.ts';

/** The patient's cycle, which the form must name: it was filled in too long ago, or made up, when it names another. */
export async function requireCycle(
  context: FunctionContext,
  submission: Submission,
  { field, cycle }: { field: string; cycle: number },
): Promise<number> {
  const current = await fetchTreatmentCycle(context, submission.userId);
  // A repeat may arrive after the patient has moved on; its first arrival was right.
  if (cycle === current || (await earlierRow(context, submission))) return current;
  throw new FunctionProblem(
    409,
    'wrong_cycle',
    `${field}: You are in cycle ${current}. Please open this form again.`,
  );
}

async function fetchTreatmentCycle({ caller }: FunctionContext, userId: string): Promise<number> {
  const { data } = await caller
    .from('completed_phases')
    .select('cycle_number')
    .eq('user_id', userId)
    .eq('stage_number', TREATMENT_STAGE)
    .order('cycle_number', { ascending: false, nullsFirst: false })
    .limit(1)
    .overrideTypes<{ cycle_number: number | null }[], { merge: false }>()
    .throwOnError();
  return treatmentCycle(data.map((row) => row.cycle_number));
}
