import type { CycleChart } from '@domain/results/cycle-chart.ts';
import { addDays } from '@domain/time/day.ts';
import { monthAndDay } from '@domain/time/words.ts';
import { markWords } from './chart-events.ts';

/** What a cycle is called where several can be chosen; without dates by its place, the newest first. */
export function cycleName({ startsOn }: CycleChart, place: number, withDates: boolean): string {
  if (withDates) return `From ${monthAndDay(startsOn)}`;
  if (place === 0) return 'The latest';
  return place === 1 ? 'The one before' : `${place} before the latest`;
}

/** The whole drawing in words. */
export function summaryOf(
  chart: CycleChart,
  withDates: boolean,
  { whose, wordsOf = markWords }: { whose: string; wordsOf?: typeof markWords },
): string {
  const name = withDates ? `${whose} from ${monthAndDay(chart.startsOn)}` : whose;
  const marks = chart.marks.map((mark) => `day ${mark.day}: ${wordsOf(mark)}`);
  return [name, ...spansOf(chart), ...marks].join('. ');
}

/** What is said about several days at once. Likely days are there only where dates may be shown. */
export function spansOf({ startsOn, surges, likelyFertile }: CycleChart): string[] {
  const dateOf = (day: number) => monthAndDay(addDays(startsOn, day - 1));
  return [
    ...surges.map(({ from, to }) => `LH surge: day ${from}${from === to ? '' : ` to day ${to}`}`),
    ...(likelyFertile
      ? [`Likely fertile days: ${dateOf(likelyFertile.from)} to ${dateOf(likelyFertile.to)}`]
      : []),
  ];
}
