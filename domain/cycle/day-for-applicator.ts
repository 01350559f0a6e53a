import type { AfterTest } from './after-test.ts';

/**
 * Whether an applicator is for today, after a peak. If nothing is known of the cycle, a peak of today is
 * taken for what it says.
 */
export const isDayForApplicator = (after: AfterTest | null, isEarlier: boolean): boolean =>
  after === null
    ? !isEarlier
    : after.kind === 'first-day' ||
      after.kind === 'used-today' ||
      // If no one knows of a first one, the coach is asked before a second.
      (after.kind === 'second-day' && !after.isFirstUnknown);
