import { daysBetween, type LocalDate } from '../time/day.ts';
import { MIN_LENGTH } from './shortest-length.ts';

/** The period before this day that is too close for both to begin a cycle. Null if there is none. */
export const closePeriodBefore = (periodDays: readonly LocalDate[], day: LocalDate): LocalDate | null =>
  periodDays
    .filter((before) => before < day && daysBetween(before, day) < MIN_LENGTH)
    .toSorted()
    .at(-1) ?? null;
