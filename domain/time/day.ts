import { DAY, instantInUtc, isoFromInstant } from './instant.ts';

/** A calendar day, '2026-11-18'. As text, days sort correctly, and no time zone can move them. */
export type LocalDate = string;
/** Monday is 1, Sunday is 7. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export const addDays = (date: LocalDate, days: number): LocalDate =>
  isoFromInstant(instantInUtc(date, '00:00') + days * DAY).slice(0, 10);

export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  Math.round((instantInUtc(to, '00:00') - instantInUtc(from, '00:00')) / DAY);

export function weekdayOf(date: LocalDate): Weekday {
  const daysSinceMonday = (instantInUtc(date, '00:00') / DAY + 3) % 7;
  return (((daysSinceMonday + 7) % 7) + 1) as Weekday;
}
