import { cycleUnderWay } from '../../../../domain/journey/cycle-under-way.ts';
import { TREATMENT_STAGE, treatmentCycle } from '../../../../domain/results/treatment-cycle.ts';
import type { LocalDate } from '../../../../domain/time/day.ts';
import { instantFromIso, type Instant } from '../../../../domain/time/instant.ts';
import { cycleOfLastUse } from '../../../../domain/next-step/last-use.ts';
import { nextStepRowsIn } from '../../../../domain/next-step/rows.ts';
import type { FunctionContext } from '../request/context.ts';
import { FunctionProblem } from '../answer/problem.ts';
import { earlierRow, type Submission } from './submission.ts';

type Named = {
  field: string;
  cycle: number;
  /** The moment the form is about. */
  at: Instant;
  /** For a pregnancy test, its day. It belongs to the cycle of the last applicator before that day. */
  testedOn?: LocalDate;
};

type Completion = { phase_id: string; cycle_number: number | null; completed_at: string };

/**
 * The form's cycle: the one on Home, or one since the form's moment, because an entry may have waited on a
 * device. Any other cycle means that the entry is too old or made up.
 */
export async function requireCycle(
  context: FunctionContext,
  submission: Submission,
  { field, cycle, at, testedOn }: Named,
): Promise<number> {
  const completions = await fetchCompletions(context, submission.userId);
  const current = cycleUnderWay(
    completions.map(({ phase_id, cycle_number }) => ({ phaseId: phase_id, cycleNumber: cycle_number })),
  );
  const then = cycleOf(completions.filter(({ completed_at }) => instantFromIso(completed_at) <= at));
  if (cycle >= then && cycle <= current) return cycle;
  if (testedOn && cycle === (await lastUsedIn(context, testedOn))) return cycle;
  // A repeat may arrive after the patient has moved on; its first arrival was right.
  if (await earlierRow(context, submission)) return current;
  throw new FunctionProblem(
    409,
    'wrong_cycle',
    `${field}: You are in cycle ${current}. Please open this form again.`,
  );
}

const cycleOf = (completions: readonly Completion[]) =>
  treatmentCycle(completions.map(({ cycle_number }) => cycle_number));

async function fetchCompletions({ caller }: FunctionContext, userId: string): Promise<Completion[]> {
  const { data } = await caller
    .from('completed_phases')
    .select('phase_id,cycle_number,completed_at')
    .eq('user_id', userId)
    .eq('stage_number', TREATMENT_STAGE)
    .overrideTypes<Completion[], { merge: false }>()
    .throwOnError();
  return data;
}

async function lastUsedIn({ caller }: FunctionContext, day: LocalDate): Promise<number | null> {
  const { data } = await caller.rpc('own_cycle').throwOnError();
  return cycleOfLastUse(nextStepRowsIn(data).uses, day);
}
