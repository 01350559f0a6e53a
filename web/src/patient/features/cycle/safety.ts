import type { OutcomeEvent } from '@domain/care-state/facts.ts';
import { levelOf } from '@domain/results/level.ts';
import { safetyStatus, type SafetyStatus } from '@domain/safety/safety-status.ts';
import { addDays, type LocalDate } from '@domain/time/day.ts';
import type { Instant } from '@domain/time/instant.ts';
import type { CycleRecord } from './record.ts';

type Result = { type: string; result: string; takenOn: LocalDate; loggedAt: Instant };
type Known = {
  record: CycleRecord;
  results: readonly Result[];
  events: readonly OutcomeEvent[];
  /** The current treatment cycle. */
  cycle: number;
  today: LocalDate;
  /** The test being logged is a peak today. */
  isPeak?: boolean;
};

/** The safety check's status as the server will judge it. `public.safety_facts` collects the same facts. */
export function safetyOf({ record, results, events, cycle, today, isPeak = false }: Known): SafetyStatus {
  const positives = results.filter(({ type, result }) => type === 'PREGNANCY' && result === 'positive');
  const peaks = results.filter(({ type, result }) => type === 'ovulation' && levelOf(result) === 'peak');
  return safetyStatus({
    cycle,
    cycleBeganOn: record.periods[0]?.day ?? null,
    // Someone who flew west is still living the day of the test.
    peakDay:
      [addDays(today, 1), today].find((day) => peaks.some(({ takenOn }) => takenOn === day)) ??
      (isPeak ? today : null),
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
