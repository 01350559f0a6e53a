import { startOf } from '@domain/contracts/fields/iso.ts';
import type { Instant } from '@domain/time/instant.ts';
import { zoneName } from '@domain/time/zone-name.ts';
import { clockTime, longDate, weekday } from '@/lib/dates/dates.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { longDay } from '@domain/time/words.ts';

/** November 18, 2026. An event that was only given a day has no hour that a zone could move. */
export const eventDay = (date: string): string =>
  date.includes('T') ? longDate(startOf(date)) : longDay(date);

/** Wednesday, November 18, 2026, 6:00 pm Eastern Time */
export const eventTime = (date: string): string =>
  date.includes('T') ? timeWords(startOf(date)) : longDay(date);

export const timeWords = (instant: Instant): string =>
  `${weekday(instant)}, ${longDate(instant)}, ${clockTime(instant)} ${zoneName(shownZone(), instant)}`;
