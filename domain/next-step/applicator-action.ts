import { NEXT_STEP_ACTIONS as ACTIONS } from '../copy/next-step.ts';
import type { AfterTest } from '../cycle/after-test.ts';
import type { SafetyStatus } from '../safety/safety-status.ts';
import type { NextStepAction } from './facts.ts';

/**
 * On an applicator day: the clinician if the safety check blocks, the timers if it is ready, otherwise the
 * check.
 */
export function applicatorAction(safety: SafetyStatus): NextStepAction {
  if (safety === 'held') return ACTIONS.safetyCall;
  return safety === 'ready' ? ACTIONS.timers : ACTIONS.safety;
}

/** The next step on the page of a peak, as Home shows it; null if that is not today's applicator. */
export function nextAfterPeak(after: AfterTest, safety: SafetyStatus): NextStepAction | null {
  if (after.kind === 'second-day' && after.isFirstUnknown) return ACTIONS.coach;
  return after.kind === 'first-day' || after.kind === 'second-day' ? applicatorAction(safety) : null;
}
