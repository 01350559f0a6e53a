import type { PhaseId } from '../journey/types.ts';

type Facts = {
  /** The patient's current phase; null once nothing is left to do. */
  phaseId: PhaseId | null;
  /** The types of calls that took place. */
  callsHeld: readonly string[];
  /** The plan asks for something: not while paused, or after a loss. */
  asks: boolean;
  /** A clinician talks to the patient before an applicator is used. */
  isHeld: boolean;
};

/** The clinician's call that a phase leads to. */
const CLINICIANS_CALL: Partial<Record<PhaseId, string>> = {
  welcome: 'initial-consultation',
  'consultation-prep': 'initial-consultation',
  'post-treatment': 'post-treatment-review',
};

/**
 * Whether the plan's next step is a clinician's: a consultation, a review or a safety call. Otherwise it is
 * the coach's.
 */
export function isCliniciansStep({ phaseId, callsHeld, asks, isHeld }: Facts): boolean {
  const call = phaseId && CLINICIANS_CALL[phaseId];
  return asks && (isHeld || (call !== null && call !== undefined && !callsHeld.includes(call)));
}
