/** A day of the calendar, '2026-11-18'. Such texts sort as their days do, and no time zone can move them. */
export type Day = string;

export const dayOf = (date: Date): Day =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

export const addDays = (day: Day, days: number): Day =>
  change(day, (date) => date.setUTCDate(date.getUTCDate() + days));

/** The same day of another month, or that month's last day where it has none. */
export function addMonths(day: Day, months: number): Day {
  const first = change(firstOfMonth(day), (date) => date.setUTCMonth(date.getUTCMonth() + months));
  const last = change(first, (date) => date.setUTCMonth(date.getUTCMonth() + 1, 0));
  return first.slice(0, 8) + (day.slice(8) < last.slice(8) ? day.slice(8) : last.slice(8));
}

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`;
export const sameMonth = (one: Day, other: Day): boolean => one.slice(0, 7) === other.slice(0, 7);
export const weekday = (day: Day): number => utc(day).getUTCDay();

/** The weeks, from Sunday as in the United States, that hold the month; at both ends with days of its neighbours. */
export function weeksOf(month: Day): Day[][] {
  const weeks: Day[][] = [];
  const first = firstOfMonth(month);
  for (
    let day = addDays(first, -weekday(first));
    day < firstOfMonth(addMonths(first, 1));
    day = addDays(day, 7)
  ) {
    weeks.push(weekFrom(day));
  }
  return weeks;
}

export const weekFrom = (day: Day): Day[] => Array.from({ length: 7 }, (_, index) => addDays(day, index));

export function clampDay(day: Day, min: Day | undefined, max: Day | undefined): Day {
  if (min && day < min) return min;
  return max && day > max ? max : day;
}

export const showDay = (day: Day, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC' }).format(utc(day));

const utc = (day: Day) => new Date(`${day}T00:00:00Z`);

function change(day: Day, apply: (date: Date) => unknown): Day {
  const date = utc(day);
  apply(date);
  return date.toISOString().slice(0, 10);
}
