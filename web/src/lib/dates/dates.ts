import type { LocalDate } from '@domain/time/day.ts';
import type { Instant } from '@domain/time/instant.ts';
import { localDateTime } from '@domain/time/local.ts';
import * as words from '@domain/time/words.ts';
import { otherZone } from './shown-zone.ts';

// A moment in words, in the zone that the portal shows. If that is this device's, it uses Date, not Intl: see domain/time/words.ts.

const dayAndTime = (instant: Instant): string => {
  const zone = otherZone();
  return zone === null ? onThisDevice(new Date(instant)) : localDateTime(instant, zone);
};

export const localDay = (instant: Instant): LocalDate => dayAndTime(instant).slice(0, 10);

const timeOfDay = (instant: Instant): string => dayAndTime(instant).slice(11);

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
export const clockTime = (instant: Instant): string => words.clockWords(timeOfDay(instant));

/** 7:42 am; of another day than now Wednesday, November 18, 7:42 am */
export const momentSeen = (instant: Instant, now: Instant): string =>
  localDay(instant) === localDay(now)
    ? clockTime(instant)
    : `${weekdayAndDay(instant)}, ${clockTime(instant)}`;

/** November 14, 2026, 7:42 am */
export const dateAndTime = (instant: Instant): string => `${longDate(instant)}, ${clockTime(instant)}`;

const onThisDevice = (time: Date): string =>
  `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`;

const twoDigits = (part: number) => String(part).padStart(2, '0');
