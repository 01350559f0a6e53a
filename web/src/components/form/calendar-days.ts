import { addDays, weekdayOf, type LocalDate } from '@domain/time/day.ts';

export const dayOf = (date: Date): LocalDate =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** The same day in another month, or that month's last day if it has none. */
export function addMonths(day: LocalDate, months: number): LocalDate {
  const first = change(firstOfMonth(day), (date) => date.setUTCMonth(date.getUTCMonth() + months));
  const last = change(first, (date) => date.setUTCMonth(date.getUTCMonth() + 1, 0));
  return first.slice(0, 8) + (day.slice(8) < last.slice(8) ? day.slice(8) : last.slice(8));
}

export const firstOfMonth = (day: LocalDate): LocalDate => `${day.slice(0, 8)}01`;
export const sameMonth = (one: LocalDate, other: LocalDate): boolean => one.slice(0, 7) === other.slice(0, 7);
/** How far the day is from its week's Sunday. */
export const daysSinceSunday = (day: LocalDate): number => weekdayOf(day) % 7;

/**
 * The month's weeks, starting on Sunday as in the United States, including days of the neighboring months.
 */
export function weeksOf(month: LocalDate): LocalDate[][] {
  const weeks: LocalDate[][] = [];
  const first = firstOfMonth(month);
  for (
    let day = addDays(first, -daysSinceSunday(first));
    day < firstOfMonth(addMonths(first, 1));
    day = addDays(day, 7)
  ) {
    weeks.push(weekFrom(day));
  }
  return weeks;
}

export const weekFrom = (day: LocalDate): LocalDate[] =>
  Array.from({ length: 7 }, (_, index) => addDays(day, index));

export function clampDay(day: LocalDate, min: LocalDate | undefined, max: LocalDate | undefined): LocalDate {
  if (min && day < min) return min;
  return max && day > max ? max : day;
}

const utc = (day: LocalDate) => new Date(`${day}T00:00:00Z`);

function change(day: LocalDate, apply: (date: Date) => unknown): LocalDate {
  const date = utc(day);
  apply(date);
  return date.toISOString().slice(0, 10);
}
