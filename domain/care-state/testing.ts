import type { LocalDate } from '../time/day.ts';
import { DAY, instantInUtc } from '../time/instant.ts';
import type { PregnancyResult } from '../results/pregnancy.ts';
import type { CareFacts, Fact, OutcomeEvent, ResolvedTo } from './facts.ts';
import { isResult } from './facts.ts';
import { addDays } from '../time/day.ts';

/**
 * A history in order, one word a day: 'positive' is a test, 'pause' an event, 'resolve treatment' the
 * team's.
 */
export type Reported = PregnancyResult | 'pause' | 'resume' | 'loss' | 'stop' | `resolve ${ResolvedTo}`;

export const FIRST_DAY: LocalDate = '2026-11-01';
const FIRST_MOMENT = instantInUtc(FIRST_DAY, '09:00');

export const factOf = (
  reported: Reported,
  { id, onDay, arrives = onDay, cycle = 1 }: { id: string; onDay: number; arrives?: number; cycle?: number },
): Fact => {
  const shared = { id, cycle, receivedAt: FIRST_MOMENT + arrives * DAY };
  const day = addDays(FIRST_DAY, onDay);
  if (reported === 'positive' || reported === 'negative' || reported === 'unclear') {
    return { ...shared, result: reported, takenOn: day };
  }
  const [kind, resolvedTo = null] = reported.split(' ') as [OutcomeEvent['kind'], ResolvedTo?];
  return { ...shared, kind, day, until: null, resolvedTo, byTeam: kind === 'resolve' };
};

export const factsOf = (facts: readonly Fact[]): CareFacts => ({
  results: facts.filter(isResult),
  events: facts.filter((fact): fact is OutcomeEvent => !isResult(fact)),
});

/** Each on its own day, in this order. */
export const lifeOf = (...reported: Reported[]): CareFacts =>
  factsOf(
    reported.map((word, onDay) => factOf(word, { id: `fact-${String(onDay).padStart(3, '0')}`, onDay })),
  );

export const NOW = FIRST_MOMENT + 30 * DAY;
