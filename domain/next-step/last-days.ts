import type { LocalDate } from '../time/day.ts';
import type { NextStepFacts } from './facts.ts';

type Known = {
  results: readonly { type: string; result: string; cycle: number | null; takenOn: LocalDate }[];
  periods: readonly { kind: string; day: LocalDate }[];
};

/** The last day of each kind of entry that the next step depends on. A negative test counts in the treatment cycle it belongs to. */
export function lastDaysIn(
  { results, periods }: Known,
  cycle: number,
): Pick<NextStepFacts, 'lastNegativeOn' | 'lastOvulationTestOn' | 'lastPeriodOn'> {
  const negatives = results.filter(
    (one) => one.type === 'PREGNANCY' && one.result === 'negative' && one.cycle === cycle,
  );
  const ovulationTests = results.filter(({ type }) => type === 'ovulation');
  return {
    lastNegativeOn: latest(negatives.map(({ takenOn }) => takenOn)),
    lastOvulationTestOn: latest(ovulationTests.map(({ takenOn }) => takenOn)),
    lastPeriodOn: latest(periods.filter(({ kind }) => kind === 'period').map(({ day }) => day)),
  };
}

const latest = (days: readonly LocalDate[]): LocalDate | null => days.toSorted().at(-1) ?? null;
