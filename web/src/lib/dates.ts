import type { Instant } from '@domain/time/instant.ts';

const date = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' });
const day = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });
const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** November 14, 2026 */
export const longDate = (instant: Instant): string => date.format(instant);

/** Wednesday, November 18 */
export const weekdayAndDay = (instant: Instant): string => day.format(instant);

/** 7:42 am */
export const clockTime = (instant: Instant): string =>
  time.format(instant).replace(/\s?([AP])M$/, (_, half: string) => ` ${half.toLowerCase()}m`);

/** November 14, 2026, 7:42 am */
export const dateAndTime = (instant: Instant): string => `${longDate(instant)}, ${clockTime(instant)}`;

/** IANA name of the zone in which this device shows its times. */
export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
