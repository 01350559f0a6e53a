import { NEXT_STEP_ACTIONS as ACTIONS } from '../copy/next-step.ts';
import type { AfterTest } from '../cycle/after-test.ts';
import type { SafetyStatus } from '../safety/safety-status.ts';
import type { NextStepAction } from './facts.ts';

/** On the day of an applicator: the clinician where the safety check holds, the timers where it is ready, else the check. */
export function applicatorAction(safety: SafetyStatus): NextStepAction {
  if (safety === 'held') return ACTIONS.safetyCall;
  return safety === 'ready' ? ACTIONS.timers : ACTIONS.safety;
}

/** The one thing that comes next on the page of a peak, as Home says it; null where that is not an applicator of today. */
export function nextAfterPeak(after: AfterTest, safety: SafetyStatus): NextStepAction | null {
  if (after.kind === 'second-day' && after.isFirstUnknown) return ACTIONS.coach;
  return after.kind === 'first-day' || after.kind === 'second-day' ? applicatorAction(safety) : null;
}
