import { longestOf } from './lengths.ts';
import type { Surge } from './surges.ts';

const DAYS_BEFORE_NEXT_PERIOD = 7;
const UNKNOWN_LENGTH_DAY = 30;

/** After this day, a peak is no longer expected in the cycle. */
export function noPeakYet(day: number, own: readonly number[], surgesOfCycle: readonly Surge[]): boolean {
  const longest = longestOf(own);
  const last = longest === null ? UNKNOWN_LENGTH_DAY : longest - DAYS_BEFORE_NEXT_PERIOD;
  return surgesOfCycle.length === 0 && day > last;
}
