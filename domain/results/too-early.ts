import { addDays, type LocalDate } from '../time/day.ts';

/** About three weeks, if no one can tell when a period is late. */
export const DAYS_TO_PREGNANCY_TEST = 21;

/** The day a pregnancy test starts to count after the last applicator. */
export const pregnancyTestFrom = (lastUse: LocalDate): LocalDate => addDays(lastUse, DAYS_TO_PREGNANCY_TEST);

/** A period after the applicators; if none was reported, one that came with the negative or after it. */
export const isPeriodSince = (
  period: LocalDate,
  lastUse: LocalDate | undefined,
  negative: LocalDate | null,
): boolean => (lastUse ? period > lastUse : negative !== null && period >= negative);

type Known = { usedOn: readonly LocalDate[]; periods: readonly LocalDate[] };

/**
 * Whether a test on this day that is not positive is too early: the last applicator before it was less than
 * three weeks ago, and no period has come since.
 */
export function isTooEarly(day: LocalDate, { usedOn, periods }: Known): boolean {
  const lastUse = usedOn
    .filter((used) => used <= day)
    .toSorted()
    .at(-1);
  if (!lastUse || day >= pregnancyTestFrom(lastUse)) return false;
  return !periods.some((period) => isPeriodSince(period, lastUse, day));
}
