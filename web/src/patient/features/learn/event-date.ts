import { startOf } from '@domain/contracts/fields/iso.ts';
import type { Instant } from '@domain/time/instant.ts';
import { clockTime, longDate, weekday } from '@/lib/dates/dates.ts';
import { withZone } from '@/lib/dates/with-zone.ts';
import { longDay } from '@domain/time/words.ts';

/** November 18, 2026. An event that was only given a day has no hour that a zone could move. */
export const eventDay = (date: string): string =>
  date.includes('T') ? longDate(startOf(date)) : longDay(date);

/** Wednesday, November 18, 2026, 6:00 pm Eastern Time */
export const eventTime = (date: string): string =>
  date.includes('T') ? timeWords(startOf(date)) : longDay(date);

export const timeWords = (instant: Instant): string =>
  withZone(`${weekday(instant)}, ${longDate(instant)}, ${clockTime(instant)}`, instant);
