import type { LocalDate } from '@domain/time/day.ts';
import { addDays } from '@domain/time/day.ts';
import { instantFromIso, MINUTE, type Instant } from '@domain/time/instant.ts';
import { localDate } from '@domain/time/local.ts';
import { longDay, monthAndDay, shortDay, shortMonthAndDay } from '@domain/time/words.ts';
import { clockTime } from '@domain/time/zoned-words.ts';
import { isTimeZone } from '@domain/time/zone.ts';
import { useNow } from '@/lib/dates/use-now.ts';

// Staff read times in their own zone, wherever the device is.

/** For anything that says 'Today' or shows a clock. */
export const useMinute = (): Instant => useNow((now) => (Math.floor(now / MINUTE) + 1) * MINUTE);

export const timeOf = (iso: string, zone: string): string => clockTime(instantFromIso(iso), zone);

export const dayOf = (iso: string, zone: string): LocalDate => localDate(instantFromIso(iso), zone);

/** 'Today', 'Nov 7', 'Nov 7, 2025' */
export function shortDayOf(iso: string, zone: string, now: Instant): string {
  const [day, today] = [dayOf(iso, zone), localDate(now, zone)];
  if (day === today) return 'Today';
  const words = shortMonthAndDay(day);
  return day.slice(0, 4) === today.slice(0, 4) ? words : `${words}, ${day.slice(0, 4)}`;
}

/** 'Today', 'Sat, Nov 21' */
export function comingDay(iso: string, zone: string, now: Instant): string {
  const [day, today] = [dayOf(iso, zone), localDate(now, zone)];
  if (day === today) return 'Today';
  return day === addDays(today, 1) ? 'Tomorrow' : shortDay(day);
}

/** '3:00 pm' today, '8:59 am, tomorrow', '8:59 am, Sat, Nov 21' */
export function timeByDay(iso: string, zone: string, now: Instant): string {
  const day = comingDay(iso, zone, now);
  return `${timeOf(iso, zone)}${day === 'Today' ? '' : `, ${day.replace('Tomorrow', 'tomorrow')}`}`;
}

/** 'Today, November 18', 'Yesterday, November 17', 'November 4', 'November 4, 2025' */
export function dayHeading(day: LocalDate, today: LocalDate): string {
  if (day === today) return `Today, ${monthAndDay(day)}`;
  if (day === addDays(today, -1)) return `Yesterday, ${monthAndDay(day)}`;
  if (day === addDays(today, 1)) return `Tomorrow, ${monthAndDay(day)}`;
  return day.slice(0, 4) === today.slice(0, 4) ? monthAndDay(day) : longDay(day);
}

export const dateAndTimeOf = (iso: string, zone: string): string =>
  `${longDay(dayOf(iso, zone))}, ${timeOf(iso, zone)}`;

/** '1:12 pm in Chicago'; a zone's name ends with its city. */
export function localTimeIn(zone: string | null, now: Instant): string | null {
  if (zone === null || !isTimeZone(zone)) return null;
  return `${clockTime(now, zone)} in ${cityOf(zone)}`;
}

export const cityOf = (zone: string): string => zone.split('/').at(-1)!.replaceAll('_', ' ');
