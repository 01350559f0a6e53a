import type { AfterTest } from './after-test.ts';

/**
 * Whether an applicator is for today, after a peak. If nothing is known about the cycle, a peak today is
 * taken at its word.
 */
export const isDayForApplicator = (after: AfterTest | null, isEarlier: boolean): boolean =>
  after === null
    ? !isEarlier
    : after.kind === 'first-day' ||
      after.kind === 'used-today' ||
      // If the first applicator wasn't reported, the coach is asked before a second.
      (after.kind === 'second-day' && !after.isFirstUnknown);
