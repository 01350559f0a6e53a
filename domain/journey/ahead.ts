import type { PlanFacts } from './done.ts';
import type { Instant } from '../time/instant.ts';
import type { PhaseId, Step } from './types.ts';

/** What a phase is for and has not happened: worth a question before the phase is marked as complete. */
export type Ahead =
  | { kind: 'call'; name: string; startsAt: Instant }
  | { kind: 'kit' }
  | { kind: 'coach-talk' };

export type AheadFacts = {
  appointments: readonly { appointmentType: string; name: string; startsAt: Instant; endsAt: Instant }[];
  trackingUrl: string | null;
  /** Null where it is not known. */
  plan: Pick<PlanFacts, 'callsHeld'> | null;
};

const COACH_TALK = 'meet-your-clinical-coach';

/** The call that a phase is about. */
const CALLS: Partial<Record<PhaseId, string>> = {
  'consultation-prep': 'initial-consultation',
  consultation: COACH_TALK,
  'post-treatment': 'post-treatment-review',
};

export function aheadOf({ phase }: Step, facts: AheadFacts, now: Instant): Ahead[] {
  if (phase.id === 'optimize') return facts.trackingUrl ? [] : [{ kind: 'kit' }];
  const kind = CALLS[phase.id];
  const booked = facts.appointments
    .filter(({ appointmentType, endsAt }) => appointmentType === kind && endsAt > now)
    .toSorted((one, other) => one.startsAt - other.startsAt)
    .map(({ name, startsAt }): Ahead => ({ kind: 'call', name, startsAt }));
  if (booked.length > 0 || phase.id !== 'consultation') return booked;
  return facts.plan?.callsHeld.includes(COACH_TALK) ? [] : [{ kind: 'coach-talk' }];
}
