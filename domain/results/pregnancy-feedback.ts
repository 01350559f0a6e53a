import type { CareState } from '../care-state/facts.ts';
import { surfacesOf, type Surfaces } from '../care-state/surfaces.ts';
import type { PregnancyResult } from './pregnancy.ts';

export type PregnancyFeedback =
  | 'positive'
  | 'unclear'
  | 'early-unclear'
  | 'negative-after-positive'
  | 'unclear-after-positive'
  | 'early-negative'
  | 'first-negative'
  | 'second-negative'
  | 'last-negative'
  | 'positive-after-loss'
  | 'positive-after-stop'
  | 'noted';

/** The care state after the result; `state` is null if unknown. */
type Known = {
  cycle: number;
  state: CareState | null;
  afterPositive: boolean;
  afterLoss: boolean;
  /** Treatment was stopped when the test was logged. */
  wasStopped: boolean;
  /** If it is not positive, it is too early to tell. */
  isEarly: boolean;
};

/**
 * The page after logging. A test means something different in each cycle, may be a loss during pregnancy, and
 * isn't congratulated after a loss or a stop.
 */
export function pregnancyFeedback(
  result: PregnancyResult,
  { cycle, state, afterPositive, afterLoss, wasStopped, isEarly }: Known,
): PregnancyFeedback {
  if (afterLoss && result === 'positive') return 'positive-after-loss';
  if (wasStopped && state === 'pregnant' && result === 'positive') return 'positive-after-stop';
  if (afterLoss || state === null || state === 'stopped') return 'noted';
  if (afterPositive) return result === 'negative' ? 'negative-after-positive' : 'unclear-after-positive';
  if (!counts(result, surfacesOf({ state, afterLoss }), state)) return 'noted';
  if (result === 'unclear' && isEarly) return 'early-unclear';
  if (result !== 'negative') return result;
  if (isEarly) return 'early-negative';
  if (cycle <= 1) return 'first-negative';
  return cycle === 2 ? 'second-negative' : 'last-negative';
}

/**
 * Not for an older test that later entries have answered. Outside treatment, nothing suggests another test.
 */
function counts(result: PregnancyResult, { home }: Surfaces, state: CareState): boolean {
  if (result === 'positive') return home.congratulates;
  return result === 'unclear' ? state === 'unsure' : home.asksToTest;
}
