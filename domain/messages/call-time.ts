import type { Instant } from '../time/instant.ts';
import { remembered } from '../time/remembered.ts';
import { zoneName } from '../time/zone.ts';

/** 'Wednesday, November 18, 2026 at 10:30 AM (Eastern Standard Time)' */
export const fullTime = (instant: Instant, zone: string): string =>
  `${plain(longDates(zone).format(instant))} at ${clockTime(instant, zone)}`;

/** 'Wed, Nov 18 at 10:30 AM (Eastern Standard Time)' */
export const shortTime = (instant: Instant, zone: string): string =>
  `${plain(shortDates(zone).format(instant))} at ${clockTime(instant, zone)}`;

/** '10:30 AM (Eastern Standard Time)': the zone also tells the two hours apart that the clocks show twice. */
export const clockTime = (instant: Instant, zone: string): string =>
  `${plain(times(zone).format(instant))} (${zoneName(zone, instant)})`;

const formats = (options: Intl.DateTimeFormatOptions) =>
  remembered(1_000, (zone: string) => new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone }));

const longDates = formats({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const shortDates = formats({ weekday: 'short', month: 'short', day: 'numeric' });
const times = formats({ hour: 'numeric', minute: '2-digit' });

// Intl sets a narrow blank before AM, which doubles the price of a text and trips old mail readers.
const plain = (text: string): string => text.replace(/[\u202f\u00a0]/g, ' ');
