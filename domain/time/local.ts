import { addDays, weekdayOf, type LocalDate, type Weekday } from './day.ts';
import { DAY, instantFromIso, isoFromInstant, type Instant } from './instant.ts';
import { memoize } from './memoize.ts';
import { changeBetween, offsetAt } from './zone.ts';

/** Wall clock time, '10:30'; '24:00' is the end of the day. */
export type LocalTime = string;
export type LocalParts = { date: LocalDate; time: LocalTime; weekday: Weekday };

export function localParts(instant: Instant, zone: string): LocalParts {
  const shown = localDateTime(instant, zone);
  const date = shown.slice(0, 10);
  return { date, time: shown.slice(11), weekday: weekdayOf(date) };
}

/** The zone's local date and time at that moment: '2026-11-18T10:30'. */
export const localDateTime = (instant: Instant, zone: string): string =>
  isoFromInstant(instant + offsetAt(instant, zone)).slice(0, 16);

export const localDate = (instant: Instant, zone: string): LocalDate =>
  localDateTime(instant, zone).slice(0, 10);

/**
 * The moment of a local date and time in the zone. A time that occurs twice is the first of the two; a
 * skipped time is the first moment after the gap.
 */
export const instantOf = (date: LocalDate, time: LocalTime, zone: string): Instant =>
  calendars(zone)(`${date}T${time}`);

// Fifty hosts' days start and open at the same few times.
const calendars = memoize(1_000, (zone: string) => memoize(200, (shown: string) => momentOf(shown, zone)));

function momentOf(text: string, zone: string): Instant {
  const shown = instantFromIso(`${text}Z`);
  // No zone is a whole day from UTC, so these two offsets are on both sides of any change nearby.
  const before = offsetAt(shown - DAY, zone);
  const after = offsetAt(shown + DAY, zone);
  if (offsetAt(shown - before, zone) === before) return shown - before;
  if (offsetAt(shown - after, zone) === after) return shown - after;
  return changeBetween(shown - after, shown - before, zone);
}

/** The first moment of the day, which is 01:00 if the clocks skip midnight. */
export const startOfDay = (date: LocalDate, zone: string): Instant => instantOf(date, '00:00', zone);

/** The last millisecond of the day. */
export const endOfDay = (date: LocalDate, zone: string): Instant => startOfDay(addDays(date, 1), zone) - 1;
