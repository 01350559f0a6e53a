import type { PlanFacts, Ticks } from './done.ts';
import type { Instant } from '../time/instant.ts';
import { callOf } from './call-of.ts';
import type { PhaseId, Step } from './types.ts';

/**
 * The main event of a phase that hasn't happened yet. The patient is asked about it before marking the phase
 * complete.
 */
export type Ahead =
  | { kind: 'call'; name: string; startsAt: Instant }
  | { kind: 'kit' }
  | { kind: 'consultation' }
  | { kind: 'coach-talk' }
  | { kind: 'second-applicator' }
  | { kind: 'pregnancy-test' };

export type AheadFacts = {
  appointments: readonly { appointmentType: string; name: string; startsAt: Instant; endsAt: Instant }[];
  trackingUrl: string | null;
  /** Null if unknown. */
  plan: Pick<PlanFacts, 'callsHeld' | 'callsPast'> | null;
  /** Null where it is not known. */
  ticks?: Pick<Ticks, 'isSecondAhead' | 'isTestAhead'> | null;
};

/** Phases whose call is their purpose. Without it, later phases make no sense. */
const FOR_A_CALL: Partial<Record<PhaseId, Ahead>> = {
  'consultation-prep': { kind: 'consultation' },
  consultation: { kind: 'coach-talk' },
};

export function aheadOf({ phase }: Step, facts: AheadFacts, now: Instant): Ahead[] {
  if (phase.id === 'optimize') return facts.trackingUrl ? [] : [{ kind: 'kit' }];
  if (phase.id === 'applicators') return facts.ticks?.isSecondAhead ? [{ kind: 'second-applicator' }] : [];
  if (phase.id === 'testing') return facts.ticks?.isTestAhead ? [{ kind: 'pregnancy-test' }] : [];
  const kind = callOf(phase);
  const booked = facts.appointments
    .filter(({ appointmentType, endsAt }) => appointmentType === kind && endsAt > now)
    .toSorted((one, other) => one.startsAt - other.startsAt)
    .map(({ name, startsAt }): Ahead => ({ kind: 'call', name, startsAt }));
  const missing = FOR_A_CALL[phase.id];
  if (booked.length > 0 || !missing || kind === null) return booked;
  const { callsHeld = [], callsPast = {} } = facts.plan ?? {};
  return callsHeld.includes(kind) || kind in callsPast ? [] : [missing];
}
