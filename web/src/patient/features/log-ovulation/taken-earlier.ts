import { isTooLate, LATE_DAYS } from '@domain/results/taken-at.ts';
import { DAY, instantFromIso, isoFromInstant, type Instant } from '@domain/time/instant.ts';
import { instantOf, localDateTime } from '@domain/time/local.ts';
import { deviceZone } from '@/lib/dates/device-zone.ts';

/** Date and time as this device's clock shows them, which is what a date and time field holds. */
export const shownAt = (instant: Instant): string => localDateTime(instant, deviceZone());

/** The first and the last moment that the field offers. */
export const fieldRange = (now: Instant) => ({ min: shownAt(now - LATE_DAYS * DAY), max: shownAt(now) });

export function momentOf(shown: string): string {
  const [date = '', time = ''] = shown.split('T');
  return isoFromInstant(instantOf(date, time, deviceZone()));
}

/** Why a test cannot have been taken then, or undefined. */
export function problemWith(shown: string | null, now: Instant): string | undefined {
  if (shown === null) return undefined;
  if (shown === '') return 'Please enter a date and a time';
  const taken = instantFromIso(momentOf(shown));
  if (taken > now) return 'This time is still to come';
  return isTooLate(taken, now) ? 'Please choose a time in the last 7 days' : undefined;
}
