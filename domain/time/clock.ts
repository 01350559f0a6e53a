import type { Instant } from './instant.ts';
import { memoize } from './memoize.ts';

/** '7:42 am'. Intl would say AM, after a narrow blank that doubles the price of a text and trips old mail readers. */
export const clockTime = (instant: Instant, zone: string): string =>
  times(zone)
    .format(instant)
    .replace(/\s?([AP])M$/, (_, half: string) => ` ${half.toLowerCase()}m`);

const times = memoize(
  1_000,
  (zone: string) => new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: zone }),
);
