import type { ApplicatorDay } from '@domain/cycle/applicator-days.ts';
import type { Period } from '@domain/cycle/period.ts';
import { PERIOD_LIST } from '@domain/copy/cycle.ts';
import type { ChartEvent, ChartMark } from '@domain/results/cycle-chart.ts';
import { levelOf, type ChartLevel } from '@domain/results/level.ts';
import { shownResults, type ResultType } from '@domain/results/results.ts';
import type { LocalDate } from '@domain/time/day.ts';

export const levelWords: Record<ChartLevel, string> = {
  low: 'Low LH',
  high: 'High LH',
  peak: 'Peak LH',
  invalid: 'Invalid test',
};

export const PREGNANCY_WORDS = {
  positive: 'Pregnancy test, positive',
  negative: 'Pregnancy test, negative',
  unclear: 'Pregnancy test, unclear',
};

export type ChartFacts = {
  results: readonly { type: ResultType; result: string; takenOn: LocalDate }[];
  periods: readonly Pick<Period, 'day' | 'kind'>[];
  applicatorsUsedOn: readonly LocalDate[];
  /** In this cycle; none if no date may be shown. */
  applicators: readonly ApplicatorDay[];
  hidePregnancy: boolean;
};

/** The logged entries, and the applicators still to be used, as the patient's local days. */
export function chartEvents(facts: ChartFacts): ChartEvent[] {
  const tests = shownResults(facts.results, facts.hidePregnancy).map(
    ({ type, result, takenOn: on }): ChartEvent =>
      type === 'PREGNANCY'
        ? { kind: 'pregnancy', on, result }
        : { kind: 'ovulation', on, level: levelOf(result) },
  );
  const periods = facts.periods.map(({ day, kind }): ChartEvent => ({ kind: 'period', on: day, as: kind }));
  const uses = facts.applicatorsUsedOn.map((on): ChartEvent => ({ kind: 'applicator', on }));
  const planned = facts.applicators
    .filter(({ state }) => state === 'today' || state === 'ahead')
    .map(({ day }): ChartEvent => ({ kind: 'applicator-day', on: day }));
  return [...periods, ...tests, ...uses, ...planned];
}

export function markWords(mark: ChartMark): string {
  switch (mark.kind) {
    case 'period':
      return PERIOD_LIST.chart[mark.as];
    case 'ovulation':
      return levelWords[mark.level];
    case 'pregnancy':
      return `Pregnancy test, ${mark.result}`;
    case 'applicator-day':
      return 'Applicator day';
    default:
      return 'Applicator used';
  }
}
