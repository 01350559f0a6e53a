import { TREATMENT_OUTLINE } from '../journey/outline.ts';
import type { LocalDate } from '../time/day.ts';

/**
 * Whether a treatment cycle is over: a period came after its last applicator. `private.is_cycle_over` is
 * the same in SQL.
 */
export function isCycleOver(usedOn: readonly LocalDate[], lastPeriodOn: LocalDate | null): boolean {
  const last = usedOn.toSorted().at(-1);
  return last !== undefined && lastPeriodOn !== null && lastPeriodOn > last;
}

/** The same after the last applicator: nothing is left to test, log or use. */
export const areCyclesOver = (
  cycle: number | null | undefined,
  usedOn: readonly LocalDate[],
  lastPeriodOn: LocalDate | null,
): boolean => cycle === TREATMENT_OUTLINE.numberOfCycles && isCycleOver(usedOn, lastPeriodOn);
