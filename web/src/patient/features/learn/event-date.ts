import { startOf } from '@domain/contracts/iso.ts';
import type { Instant } from '@domain/time/instant.ts';
import { clockTime, longDate } from '@/lib/dates/dates.ts';
import { longDay } from '@/lib/dates/long-day.ts';

const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long' });
const zone = new Intl.DateTimeFormat('en-US', { timeZoneName: 'short' });

/** November 18, 2026. An event that was only given a day has no hour that a zone could move. */
export const eventDay = (date: string): string =>
  date.includes('T') ? longDate(startOf(date)) : longDay(date);

/** Wednesday, November 18, 2026, 6:00 pm EST */
export const eventTime = (date: string): string =>
  date.includes('T') ? timeWords(startOf(date)) : longDay(date);

export const timeWords = (instant: Instant): string =>
  `${weekday.format(instant)}, ${longDate(instant)}, ${clockTime(instant)} ${zoneOf(instant)}`;

const zoneOf = (instant: Instant) =>
  zone.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
