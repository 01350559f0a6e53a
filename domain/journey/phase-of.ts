import { afterwardsOf } from './afterwards.ts';
import type { Progress } from './progress.ts';
import { AFTERWARDS } from './stage-4.ts';
import type { Phase, Step } from './types.ts';

/** The phase as this patient reads it: what comes after treatment is not the same for everybody. */
export function phaseOf({ phase }: Step, progress: Progress): Phase {
  const afterwards = phase.id === 'post-treatment' ? afterwardsOf(progress) : null;
  return afterwards ? AFTERWARDS[afterwards] : phase;
}
