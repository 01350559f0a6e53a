import type { LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import type { PregnancyResult } from '../results/pregnancy.ts';

/** Where somebody stands. Exactly one of them holds at a time. */
export const CARE_STATES = ['treatment', 'paused', 'pregnant', 'unsure', 'after-loss', 'stopped'] as const;
export type CareState = (typeof CARE_STATES)[number];

/** What a patient reports themself; `resolve` is the care team's. */
export const REPORTED_OUTCOMES = ['pause', 'resume', 'loss', 'stop'] as const;
export type ReportedOutcome = (typeof REPORTED_OUTCOMES)[number];
export type OutcomeEventKind = ReportedOutcome | 'resolve';

/** Where the care team leads somebody of whom nobody knew. */
export type ResolvedTo = 'pregnant' | 'treatment' | 'after-loss';

/** A pregnancy test, with the day on which it was taken as the patient lived it. */
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
  /** The treatment cycle in which the patient was. */
  cycle: number;
  /** Of a pause: the day on which the patient is asked whether they are ready to go on. */
  until: LocalDate | null;
  resolvedTo: ResolvedTo | null;
  byTeam: boolean;
};

/** All that decides where somebody stands. What was taken back is not among it: it was never there. */
export type CareFacts = { results: readonly PregnancyFact[]; events: readonly OutcomeEvent[] };

export type Fact = PregnancyFact | OutcomeEvent;

/**
 * As they happened: by the day of which each speaks, and within a day by arrival. So an entry that waited on a device takes
 * the place that it had in the patient's life, and what happened since still counts.
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
