import type { Instant } from './instant.ts';
import { localDate, localParts } from './local.ts';
import { clockWords, fullDay, shortDay } from './words.ts';
import { zoneName } from './zone-name.ts';

/** '7:42 am' */
export const clockTime = (instant: Instant, zone: string): string =>
  clockWords(localParts(instant, zone).time);

/** '10:30 am Eastern Time': the zone also distinguishes the two hours that occur twice. */
export const timeInZone = (instant: Instant, zone: string): string =>
  `${clockTime(instant, zone)} ${zoneName(zone, instant)}`;

/** 'Wednesday, November 18, 2026 at 10:30 am Eastern Time' */
export const fullTime = (instant: Instant, zone: string): string =>
  `${fullDay(localDate(instant, zone))} at ${timeInZone(instant, zone)}`;

/** 'Wed, Nov 18 at 10:30 am Eastern Time' */
export const shortTime = (instant: Instant, zone: string): string =>
  `${shortDay(localDate(instant, zone))} at ${timeInZone(instant, zone)}`;

/** Rewrites one time in a text from one zone to another. */
export const inOtherZone = (text: string, instant: Instant, [from, to]: [from: string, to: string]): string =>
  [fullTime, shortTime].reduce(
    (read, words) => read.replaceAll(words(instant, from), words(instant, to)),
    text,
  );
