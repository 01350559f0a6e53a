import { addDays, type LocalDate } from '../time/day.ts';

/** About three weeks, where nobody can tell when a period is missed. */
const DAYS_TO_PREGNANCY_TEST = 21;

/** The day from which a pregnancy test counts after the last applicator. */
export const pregnancyTestFrom = (lastUse: LocalDate): LocalDate => addDays(lastUse, DAYS_TO_PREGNANCY_TEST);

/** A period after the applicators; where none was reported, one that came with the negative or after it. */
export const isPeriodSince = (
  period: LocalDate,
  lastUse: LocalDate | undefined,
  negative: LocalDate | null,
): boolean => (lastUse ? period > lastUse : negative !== null && period >= negative);

type Known = { usedOn: readonly LocalDate[]; periods: readonly LocalDate[] };

/** A negative of this day says little yet: the last applicator before it was less than three weeks ago, and no period has come since. */
export function isEarlyNegative(day: LocalDate, { usedOn, periods }: Known): boolean {
  const lastUse = usedOn
    .filter((used) => used <= day)
    .toSorted()
    .at(-1);
  if (!lastUse || day >= pregnancyTestFrom(lastUse)) return false;
  return !periods.some((period) => isPeriodSince(period, lastUse, day));
}
