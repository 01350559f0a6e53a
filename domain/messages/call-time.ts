import { clockTime } from '../time/clock.ts';
import type { Instant } from '../time/instant.ts';
import { memoize } from '../time/memoize.ts';
import { zoneName } from '../time/zone.ts';

/** 'Wednesday, November 18, 2026 at 10:30 am (Eastern Standard Time)' */
export const fullTime = (instant: Instant, zone: string): string =>
  `${longDates(zone).format(instant)} at ${timeInZone(instant, zone)}`;

/** 'Wed, Nov 18 at 10:30 am (Eastern Standard Time)' */
export const shortTime = (instant: Instant, zone: string): string =>
  `${shortDates(zone).format(instant)} at ${timeInZone(instant, zone)}`;

/** '10:30 am (Eastern Standard Time)': the zone also tells the two hours apart that the clocks show twice. */
export const timeInZone = (instant: Instant, zone: string): string =>
  `${clockTime(instant, zone)} (${zoneName(zone, instant)})`;

const formats = (options: Intl.DateTimeFormatOptions) =>
  memoize(1_000, (zone: string) => new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }));

const longDates = formats({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const shortDates = formats({ weekday: 'short', month: 'short', day: 'numeric' });
