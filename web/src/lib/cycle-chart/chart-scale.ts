import type { ChartMark, CycleChart } from '@domain/results/cycle-chart.ts';
import type { ChartLevel } from '@domain/results/level.ts';

/** The position of the row labels. */
export const GUTTER = 56;
const EDGE = 6;
const TOP = 50;
const ROW = 34;
/** Far enough apart that two axis labels never touch. */
const NUMBER_WIDTH = 22;
const DATE_WIDTH = 60;
/** How many days between axis labels: the first interval that fits. */
const STEPS = [
  { number: 1, date: 7 },
  { number: 2, date: 6 },
  { number: 7, date: 7 },
  { number: 7, date: 14 },
  { number: 14, date: 28 },
];
const WIDEST = { number: 28, date: 56 };

export type Scale = ReturnType<typeof scaleOf>;

/** A chart's pixels fill its place, however narrow, so that labels and marks never shrink. */
export function scaleOf({ firstDay, lastDay, marks }: CycleChart, width: number) {
  const day = (width - GUTTER - EDGE) / (lastDay - firstDay + 1);
  const hasInvalid = marks.some((mark) => mark.kind === 'ovulation' && mark.level === 'invalid');
  const hasOther = marks.some(({ kind }) => kind !== 'ovulation');
  const levels: ChartLevel[] = ['peak', 'high', 'low', ...(hasInvalid ? (['invalid'] as const) : [])];
  const other = TOP + levels.length * ROW;
  const bottom = (hasOther ? other : other - ROW) + ROW * 0.7;
  const step =
    STEPS.find(({ number, date }) => number * day >= NUMBER_WIDTH && date * day >= DATE_WIDTH) ?? WIDEST;
  const left = (number: number) => GUTTER + (number - firstDay) * day;
  return {
    width,
    height: bottom + 42,
    day,
    levels,
    row: (level: ChartLevel) => TOP + levels.indexOf(level) * ROW,
    /** The position of applicators and pregnancy tests. */
    other,
    bottom,
    left,
    middle: (number: number) => left(number) + day / 2,
    /** Neighboring days' marks stay apart as far as there is room. */
    radius: Math.min(7, Math.max(4, day * 0.45)),
    numbers: ticks(lastDay, step.number),
    dates: ticks(lastDay, step.date),
  };
}

/** 1, 8, 15 …: days count from day 1 on. */
const ticks = (last: number, step: number): number[] =>
  Array.from({ length: Math.ceil(last / step) }, (_, index) => 1 + index * step);

/** The middle of a mark, as it is drawn. */
export function placeOf(mark: ChartMark, { middle, row, other, bottom }: Scale): { x: number; y: number } {
  const x = middle(mark.day);
  if (mark.kind === 'ovulation') return { x, y: row(mark.level) };
  // On the axis itself: something else on that day is above it.
  return { x, y: mark.kind === 'period' ? bottom - 5 : other };
}
