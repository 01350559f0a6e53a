import { currentStep } from './current.ts';
import type { Progress } from './progress.ts';

const FIRST_CALL = 'meet-your-clinical-coach';
const PREPARE_STAGE = 2;

type Calls = { callsHeld: readonly string[]; callsAhead: readonly string[] };

/** The plan's own call with the coach is next, and neither booked nor held: a support call would not count as it. */
export const isFirstCoachCallOpen = (progress: Progress, { callsHeld, callsAhead }: Calls): boolean =>
  currentStep(progress)?.stage.number === PREPARE_STAGE &&
  !callsHeld.includes(FIRST_CALL) &&
  !callsAhead.includes(FIRST_CALL);
