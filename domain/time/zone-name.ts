import { DAY, type Instant } from './instant.ts';
import { memoize } from './memoize.ts';
import { offsetAt } from './zone.ts';

/**
 * What people call the zone: 'Eastern Time'. In an hour that occurs twice, which of the two: 'Eastern
 * Standard Time'.
 */
export const zoneName = (zone: string, instant: Instant): string =>
  nameOf(isShownTwice(instant, zone) ? exactNames(zone) : everydayNames(zone), instant) ?? '';

/** 'EST' */
export const shortZoneName = (zone: string, instant: Instant): string =>
  nameOf(shortNames(zone), instant) ?? '';

const nameOf = (format: Intl.DateTimeFormat, instant: Instant) =>
  format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value;

/** The clocks go back within hours, and show the same local time twice. */
function isShownTwice(instant: Instant, zone: string): boolean {
  const back = offsetAt(instant - DAY / 4, zone) - offsetAt(instant + DAY / 4, zone);
  const shown = instant + offsetAt(instant, zone);
  return (
    back > 0 && [instant - back, instant + back].some((other) => other + offsetAt(other, zone) === shown)
  );
}

const names = (timeZoneName: 'longGeneric' | 'long' | 'short') =>
  memoize(1_000, (zone: string) => new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName }));
const [everydayNames, exactNames, shortNames] = [names('longGeneric'), names('long'), names('short')];
