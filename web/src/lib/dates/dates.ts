import type { LocalDate } from '@domain/time/day.ts';
import type { Instant } from '@domain/time/instant.ts';
import * as words from '@domain/time/words.ts';

// A moment in words, in this device's local time. Uses Date, not Intl: see domain/time/words.ts.

export function localDay(instant: Instant): LocalDate {
  const time = new Date(instant);
  return `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}`;
}

/** Wednesday */
export const weekday = (instant: Instant): string => words.weekdayName(localDay(instant));

/** November */
export const month = (instant: Instant): string => words.monthName(localDay(instant));

/** 14 */
export const dayOfMonth = (instant: Instant): number => words.dayOfMonth(localDay(instant));

/** November 14, 2026 */
export const longDate = (instant: Instant): string => words.longDay(localDay(instant));

/** Wednesday, November 18 */
export const weekdayAndDay = (instant: Instant): string => words.weekdayAndDay(localDay(instant));

/** 7:42 am */
export function clockTime(instant: Instant): string {
  const time = new Date(instant);
  return words.clockWords(`${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`);
}

/** 7:42 am; of another day than now Wednesday, November 18, 7:42 am */
export const momentSeen = (instant: Instant, now: Instant): string =>
  localDay(instant) === localDay(now)
    ? clockTime(instant)
    : `${weekdayAndDay(instant)}, ${clockTime(instant)}`;

/** November 14, 2026, 7:42 am */
export const dateAndTime = (instant: Instant): string => `${longDate(instant)}, ${clockTime(instant)}`;

const twoDigits = (part: number) => String(part).padStart(2, '0');
