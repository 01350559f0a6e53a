import type ICAL from 'ical.js';

type Rule = Pick<ICAL.Recur, 'freq' | 'interval' | 'parts'>;
/** The start of the rule. */
type Start = { year: number; month: number };

/** No appointment repeats more rarely. The library counts every step in between. */
const MAX_INTERVAL = 1_000;
/** JavaScript reads years before 100 as 1900 to 1999, and the library then counts every day in between in one step. */
const FIRST_YEAR = 100;
/** The parts that may narrow a rule. */
const NARROWED_BY: Record<string, string[]> = {
  DAILY: ['BYDAY'],
  WEEKLY: ['BYDAY'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY', 'BYSETPOS'],
  YEARLY: ['BYMONTH', 'BYDAY', 'BYMONTHDAY', 'BYSETPOS'],
};
const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/**
 * Whether this rule comes true within a few years. For one that never does, such as each February 30 that is a Monday, the
 * library searches for a minute or forever, in one step that nothing can stop.
 */
export function isUsualRule({ freq, interval, parts }: Rule, start: Start): boolean {
  const narrowed = Object.keys(parts);
  if (start.year < FIRST_YEAR || interval > MAX_INTERVAL) return false;
  if (!narrowed.every((part) => NARROWED_BY[freq]?.includes(part)) || !(freq in NARROWED_BY)) return false;
  if (freq === 'DAILY' && interval > 1 && narrowed.length > 0) return false;
  const days = numbersIn(parts, 'BYMONTHDAY');
  const weekdays = weekdaysIn(parts);
  return (
    hasWeekdays({ freq, interval, parts }, weekdays, days.length > 0) &&
    (days.length === 0 || days.some((day) => hasDay({ freq, interval, parts }, start, day))) &&
    hasPlaces(parts, weekdays, days.length > 0)
  );
}

/** For '-1SU', the number and the day. Null for a part without a number. */
const weekdaysIn = (parts: Rule['parts']): (number | null)[] =>
  valuesOf(parts, 'BYDAY').map((day) => Number(/^[+-]?\d+/.exec(day)?.[0] ?? 0) || null);

/** The fourth is there in every month. The fifth is not, and with an interval perhaps in none. */
function hasWeekdays(
  { freq, interval, parts }: Rule,
  weekdays: (number | null)[],
  hasDays: boolean,
): boolean {
  if (hasDays && weekdays.length > 0 && interval > 1) return false;
  const numbered = weekdays.filter((place) => place !== null);
  if (numbered.length === 0) return true;
  if (hasDays || freq === 'DAILY' || freq === 'WEEKLY') return false;
  const inMonth = freq === 'MONTHLY' || 'BYMONTH' in parts;
  const last = (inMonth ? 4 : 52) + (interval === 1 ? 1 : 0);
  return numbered.every((place) => Math.abs(place) <= last);
}

/** Whether a month of the rule has this day. */
function hasDay({ freq, interval, parts }: Rule, start: Start, day: number): boolean {
  const given = numbersIn(parts, 'BYMONTH');
  const steps = freq === 'MONTHLY' ? MONTHS.map((step) => step * interval) : [0];
  const months = steps.map((step) => monthAfter(start.month, step));
  const february = interval === 1 ? 29 : 28;
  return (given.length > 0 ? given : months).some((month) => {
    const last = month === 2 ? february : new Date(Date.UTC(2025, month, 0)).getUTCDate();
    // The library finds no weekday that is also a day counted from the end of its month.
    return Math.abs(day) <= last && (day > 0 || (day < 0 && !('BYDAY' in parts)));
  });
}

const monthAfter = (month: number, months: number): number => ((month - 1 + months) % 12) + 1;

/** 'The second Tuesday' and 'the last weekday', and no 300th Monday of a month. */
function hasPlaces(parts: Rule['parts'], weekdays: (number | null)[], hasDays: boolean): boolean {
  const most = hasDays || weekdays.some((place) => place !== null) ? 1 : 4 * weekdays.length;
  return numbersIn(parts, 'BYSETPOS').every((place) => place !== 0 && Math.abs(place) <= Math.max(most, 1));
}

const numbersIn = (parts: Rule['parts'], name: string): number[] => valuesOf(parts, name).map(Number);
const valuesOf = (parts: Rule['parts'], name: string): string[] =>
  [(parts as Record<string, unknown>)[name] ?? []].flat().map(String);
