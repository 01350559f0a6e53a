import { dayIn } from '@domain/contracts/iso.ts';
import type { ChartEvent, ChartLevel, ChartMark } from '@domain/results/cycle-chart.ts';
import { shownResults, type TestResult } from '@domain/results/results.ts';
import { localDate } from '@domain/time/local.ts';

export const levelWords: Record<ChartLevel, string> = {
  low: 'Low LH',
  high: 'High LH',
  peak: 'Peak LH',
  invalid: 'Invalid test',
};

type Facts = {
  results: readonly TestResult[];
  /** Each a day, or a moment of it. */
  applicatorDays: readonly string[];
  hidePregnancy: boolean;
  zone: string;
};

/** What was logged, as days of the patient's own calendar. */
export function chartEvents({ results, applicatorDays, hidePregnancy, zone }: Facts): ChartEvent[] {
  const tests = shownResults(results, hidePregnancy).map(({ type, result, takenAt }): ChartEvent => {
    const on = localDate(takenAt, zone);
    return type === 'PREGNANCY'
      ? { kind: 'pregnancy', on, result }
      : { kind: 'ovulation', on, level: levelOf(result) };
  });
  const uses = applicatorDays.map((day): ChartEvent => ({ kind: 'applicator', on: dayIn(day, zone) }));
  return [...tests, ...uses];
}

function levelOf(result: string): ChartLevel {
  if (result.startsWith('Peak')) return 'peak';
  if (result.startsWith('High')) return 'high';
  return result.startsWith('Negative') ? 'low' : 'invalid';
}

export function markWords(mark: ChartMark): string {
  switch (mark.kind) {
    case 'ovulation':
      return levelWords[mark.level];
    case 'pregnancy':
      return `Pregnancy test, ${mark.result}`;
    default:
      return 'Applicator used';
  }
}
