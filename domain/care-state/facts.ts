import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import type { PregnancyResult } from '../results/pregnancy.ts';

/** The care states. Exactly one applies at a time. */
export const CARE_STATES = ['treatment', 'paused', 'pregnant', 'unsure', 'after-loss', 'stopped'] as const;
export type CareState = (typeof CARE_STATES)[number];

/** What a patient reports; only the care team can `resolve`. */
export const REPORTED_OUTCOMES = ['pause', 'resume', 'loss', 'stop'] as const;
export type ReportedOutcome = (typeof REPORTED_OUTCOMES)[number];
export type OutcomeEventKind = ReportedOutcome | 'resolve';

/** What the care team can resolve doubt to. */
export type ResolvedTo = 'pregnant' | 'treatment' | 'after-loss';

/** A pregnancy test, with the patient's local day. */
export type PregnancyFact = {
  id: string;
  result: PregnancyResult;
  takenOn: LocalDate;
  receivedAt: Instant;
  cycle: number;
};

/** A row of `outcome_events` that was not withdrawn. */
export type OutcomeEvent = {
  id: string;
  kind: OutcomeEventKind;
  day: LocalDate;
  receivedAt: Instant;
  /** The patient's treatment cycle at that time. */
  cycle: number;
  /** For a pause: the day the patient is asked whether they are ready to continue. */
  until: LocalDate | null;
  resolvedTo: ResolvedTo | null;
  byTeam: boolean;
  /** A clinician recorded it, and so has decided; known where the care team's items are computed. */
  byClinician?: boolean;
};

/** Everything that decides the care state. What was undone is not included. */
export type CareFacts = { results: readonly PregnancyFact[]; events: readonly OutcomeEvent[] };

export type Fact = PregnancyFact | OutcomeEvent;

/**
 * In order of the day they are about, then of arrival. So an entry that waited on a device takes its place
 * in time, and what happened since still counts.
 */
export function inOrder({ results, events }: CareFacts): Fact[] {
  return [...results, ...events].sort(
    (one, other) =>
      dayOf(one).localeCompare(dayOf(other)) ||
      one.receivedAt - other.receivedAt ||
      one.id.localeCompare(other.id),
  );
}

export const isResult = (fact: Fact): fact is PregnancyFact => 'result' in fact;

const dayOf = (fact: Fact): LocalDate => (isResult(fact) ? fact.takenOn : fact.day);
