import { kitState } from '../kit/kit-state.ts';
import { localDate } from '../time/local.ts';
import { hadConsultation } from './consultation.ts';
import type { NextStepFacts } from './facts.ts';

type Facts = Pick<NextStepFacts, 'kit' | 'callsHeld' | 'callsPast' | 'now' | 'zone'>;

/** `none` was asked for, and no consultation took place that would; `awaited` is one that has not come, as far as anyone has said. */
export type KitForPeak = 'at-hand' | 'awaited' | 'none';

/** Whether there is an applicator to use. Who had a consultation may have got a kit that no one noted. */
export function kitForPeak(facts: Facts): KitForPeak {
  const state = kitState(facts.kit, localDate(facts.now, facts.zone));
  if (state === 'arrived') return 'at-hand';
  if (state !== 'not-asked') return 'awaited';
  return hadConsultation(facts) ? 'at-hand' : 'none';
}
