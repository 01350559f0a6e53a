import { isTooLate, LATE_DAYS } from '@domain/results/taken-at.ts';
import { DAY, instantFromIso, isoFromInstant, type Instant } from '@domain/time/instant.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { instantOf, localDateTime } from '@domain/time/local.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { momentOn } from '@/lib/dates/test-day.ts';

/** Date and time on this device's clock, in the format of a date and time field. */
export const shownAt = (instant: Instant): string => localDateTime(instant, shownZone());

/** The first and last moment the field offers. */
export const fieldRange = (now: Instant) => ({ min: shownAt(now - LATE_DAYS * DAY), max: shownAt(now) });

/** The same for someone who only knows the day. Noon of the first day is within the last 7 days. */
export const dayRange = (now: Instant) => ({
  min: dayOf(shownAt(now - (LATE_DAYS - 1) * DAY)),
  max: dayOf(shownAt(now)),
});

/** The day the patient selected. */
export const dayOf = (shown: string): LocalDate => shown.slice(0, 10);

/** Without an hour, a fixed moment of that day is sent. */
export const isDayOnly = (shown: string): boolean => !shown.includes('T');

export function momentOf(shown: string): string {
  const [date = '', time] = shown.split('T');
  if (time === undefined) return momentOn(date);
  return isoFromInstant(instantOf(date, time, shownZone()));
}

/** Why the test can't have been taken then. Undefined if it can. */
export function problemWith(shown: string | null, now: Instant): string | undefined {
  if (shown === null) return undefined;
  if (shown === '') return 'Please enter a date and a time';
  const taken = instantFromIso(momentOf(shown));
  if (taken > now) return 'This time is in the future';
  return isTooLate(taken, now) ? 'Please select a time in the last 7 days' : undefined;
}
