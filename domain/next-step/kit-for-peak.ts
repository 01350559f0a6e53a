import { kitState } from '../kit/kit-state.ts';
import { localDate } from '../time/local.ts';
import { hadConsultation } from './consultation.ts';
import type { NextStepFacts } from './facts.ts';

type Facts = Pick<NextStepFacts, 'kit' | 'callsHeld' | 'callsPast' | 'now' | 'zone'>;

/**
 * `none`: no kit was requested, and no consultation took place that would. `awaited`: a requested kit hasn't
 * arrived, as far as reported.
 */
export type KitForPeak = 'at-hand' | 'awaited' | 'none';

/**
 * Whether there is an applicator to use. A patient who had a consultation may have a kit that no one
 * recorded.
 */
export function kitForPeak(facts: Facts): KitForPeak {
  const state = kitState(facts.kit, localDate(facts.now, facts.zone));
  if (state === 'arrived') return 'at-hand';
  if (state !== 'not-asked') return 'awaited';
  return hadConsultation(facts) ? 'at-hand' : 'none';
}
