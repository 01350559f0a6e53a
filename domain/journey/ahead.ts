import type { PlanFacts } from './done.ts';
import type { Instant } from '../time/instant.ts';
import { callOf } from './call-of.ts';
import type { Step } from './types.ts';

/** What a phase is for and has not happened: worth a question before the phase is marked as complete. */
export type Ahead =
  | { kind: 'call'; name: string; startsAt: Instant }
  | { kind: 'kit' }
  | { kind: 'coach-talk' };

export type AheadFacts = {
  appointments: readonly { appointmentType: string; name: string; startsAt: Instant; endsAt: Instant }[];
  trackingUrl: string | null;
  /** Null where it is not known. */
  plan: Pick<PlanFacts, 'callsHeld' | 'callsPast'> | null;
};

const COACH_TALK = 'meet-your-clinical-coach';

export function aheadOf({ phase }: Step, facts: AheadFacts, now: Instant): Ahead[] {
  if (phase.id === 'optimize') return facts.trackingUrl ? [] : [{ kind: 'kit' }];
  const kind = callOf(phase);
  const booked = facts.appointments
    .filter(({ appointmentType, endsAt }) => appointmentType === kind && endsAt > now)
    .toSorted((one, other) => one.startsAt - other.startsAt)
    .map(({ name, startsAt }): Ahead => ({ kind: 'call', name, startsAt }));
  if (booked.length > 0 || phase.id !== 'consultation') return booked;
  const { callsHeld = [], callsPast = {} } = facts.plan ?? {};
  return callsHeld.includes(COACH_TALK) || COACH_TALK in callsPast ? [] : [{ kind: 'coach-talk' }];
}
