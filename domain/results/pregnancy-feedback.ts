import type { CareState } from '../care-state/facts.ts';
import type { PregnancyResult } from './pregnancy.ts';

export type PregnancyFeedback =
  | 'positive'
  | 'unclear'
  | 'negative-after-positive'
  | 'unclear-after-positive'
  | 'first-negative'
  | 'second-negative'
  | 'last-negative'
  | 'positive-after-loss'
  | 'noted';

/** Where the result leaves the patient; `state` is null where that is not known. */
type Known = { cycle: number; state: CareState | null; afterPositive: boolean; afterLoss: boolean };

/**
 * Which words the patient reads after logging: a test means something else in each cycle, may be a loss for somebody who is
 * pregnant, and congratulates nobody after one.
 */
export function pregnancyFeedback(
  result: PregnancyResult,
  { cycle, state, afterPositive, afterLoss }: Known,
): PregnancyFeedback {
  if (afterLoss && result === 'positive') return 'positive-after-loss';
  if (afterLoss || state === null || state === 'stopped') return 'noted';
  if (afterPositive) return result === 'negative' ? 'negative-after-positive' : 'unclear-after-positive';
  if (result !== 'negative') return result;
  if (cycle <= 1) return 'first-negative';
  return cycle === 2 ? 'second-negative' : 'last-negative';
}
