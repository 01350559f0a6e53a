import { clockTime as clockIn } from '@domain/time/clock.ts';
import type { Instant } from '@domain/time/instant.ts';

const date = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' });
const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });

/** November 14, 2026 */
export const longDate = (instant: Instant): string => date.format(instant);

/** Wednesday, November 18 */
export const weekdayAndDay = (instant: Instant): string => day.format(instant);

/** 7:42 am */
export const clockTime = (instant: Instant): string => clockIn(instant, deviceZone());

/** November 14, 2026, 7:42 am */
export const dateAndTime = (instant: Instant): string => `${longDate(instant)}, ${clockTime(instant)}`;

/** IANA name of the zone in which this device shows its times. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
