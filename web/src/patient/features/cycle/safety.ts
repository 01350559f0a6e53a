import type { OutcomeEvent } from '@domain/care-state/facts.ts';
import { levelOf } from '@domain/results/level.ts';
import { safetyStanding, type SafetyStanding } from '@domain/safety/standing.ts';
import type { LocalDate } from '@domain/time/day.ts';
import type { Instant } from '@domain/time/instant.ts';
import type { CycleRecord } from './record.ts';

type Result = { type: string; result: string; takenOn: LocalDate; loggedAt: Instant };
type Known = {
  record: CycleRecord;
  results: readonly Result[];
  events: readonly OutcomeEvent[];
  /** Of treatment. */
  cycle: number;
  today: LocalDate;
};

/** Where the safety check stands, as the server will judge it: `public.safety_facts` gathers the same. */
export function safetyOf({ record, results, events, cycle, today }: Known): SafetyStanding {
  const positives = results.filter(({ type, result }) => type === 'PREGNANCY' && result === 'positive');
  return safetyStanding({
    cycle,
    today,
    isPeakDay: results.some(
      ({ type, result, takenOn }) => type === 'ovulation' && takenOn === today && levelOf(result) === 'peak',
    ),
    checks: record.checks,
    voidedAt: [
      ...record.symptomsToldAt,
      ...positives.map(({ loggedAt }) => loggedAt),
      ...events.filter(endsCheck).map(({ receivedAt }) => receivedAt),
    ],
  });
}

const endsCheck = ({ kind, resolvedTo }: OutcomeEvent) =>
  kind === 'loss' || resolvedTo === 'pregnant' || resolvedTo === 'after-loss';
