import type { CycleChart } from '@domain/results/cycle-chart.ts';
import { addDays } from '@domain/time/day.ts';
import { monthAndDay } from '@domain/time/words.ts';
import { markWords } from './chart-events.ts';

/** A cycle's name in a list; without dates by its position, newest first. */
export function cycleName({ startsOn }: CycleChart, place: number, withDates: boolean): string {
  if (withDates) return `From ${monthAndDay(startsOn)}`;
  if (place === 0) return 'This cycle';
  return place === 1 ? 'Last cycle' : `${place} cycles ago`;
}

/** The whole chart in words. */
export function summaryOf(
  chart: CycleChart,
  withDates: boolean,
  { whose, wordsOf = markWords }: { whose: string; wordsOf?: typeof markWords },
): string {
  const name = withDates ? `${whose} from ${monthAndDay(chart.startsOn)}` : whose;
  const marks = chart.marks.map((mark) => `day ${mark.day}: ${wordsOf(mark)}`);
  return [name, ...spansOf(chart), ...marks].join('. ');
}

/** Captions for several days. Likely days only if dates may be shown. */
export function spansOf({ startsOn, surges, likelyFertile }: CycleChart): string[] {
  const dateOf = (day: number) => monthAndDay(addDays(startsOn, day - 1));
  return [
    ...surges.map(({ from, to }) => `LH surge: day ${from}${from === to ? '' : ` to day ${to}`}`),
    ...(likelyFertile
      ? [`Likely fertile days: ${dateOf(likelyFertile.from)} to ${dateOf(likelyFertile.to)}`]
      : []),
  ];
}
