import { isTooLate, LATE_DAYS } from '@domain/results/taken-at.ts';
import { DAY, instantFromIso, isoFromInstant, type Instant } from '@domain/time/instant.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { instantOf, localDateTime } from '@domain/time/local.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import { momentOn } from '@/lib/dates/test-day.ts';

/** Date and time as this device's clock shows them, which is what a date and time field holds. */
export const shownAt = (instant: Instant): string => localDateTime(instant, shownZone());

/** The first and the last moment that the field offers. */
export const fieldRange = (now: Instant) => ({ min: shownAt(now - LATE_DAYS * DAY), max: shownAt(now) });

/** The same for someone who knows the day alone. The noon of the first one lies within the last 7 days. */
export const dayRange = (now: Instant) => ({
  min: dayOf(shownAt(now - (LATE_DAYS - 1) * DAY)),
  max: dayOf(shownAt(now)),
});

/** The day as the patient says it. */
export const dayOf = (shown: string): LocalDate => shown.slice(0, 10);

/** Who knows the day alone gives no hour: a moment of that day stands for it. */
export const isDayOnly = (shown: string): boolean => !shown.includes('T');

export function momentOf(shown: string): string {
  const [date = '', time] = shown.split('T');
  if (time === undefined) return momentOn(date);
  return isoFromInstant(instantOf(date, time, shownZone()));
}

/** Why a test cannot have been taken then, or undefined. */
export function problemWith(shown: string | null, now: Instant): string | undefined {
  if (shown === null) return undefined;
  if (shown === '') return 'Please enter a date and a time';
  const taken = instantFromIso(momentOf(shown));
  if (taken > now) return 'This time is in the future';
  return isTooLate(taken, now) ? 'Please select a time in the last 7 days' : undefined;
}
