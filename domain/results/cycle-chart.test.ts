import { expect, test } from 'vitest';
import { cycleCharts, type ChartEvent, type ChartLevel, type CycleChart } from './cycle-chart.ts';

const opk = (on: string, level: ChartLevel = 'low'): ChartEvent => ({ kind: 'ovulation', on, level });
const applicator = (on: string): ChartEvent => ({ kind: 'applicator', on });
const pregnancy = (on: string): ChartEvent => ({ kind: 'pregnancy', on, result: 'negative' });

function chart(...events: ChartEvent[]): CycleChart {
  const newest = cycleCharts(events).at(0);
  if (!newest) throw new Error('There is no chart');
  return newest;
}

test('without results there is no chart', () => {
  expect(cycleCharts([])).toEqual([]);
});

test('day 1 is the first thing that was logged, in whatever order it arrives', () => {
  const { startsOn, marks } = chart(opk('2026-11-05'), opk('2026-11-02'), opk('2026-11-03'));
  expect(startsOn).toBe('2026-11-02');
  expect(marks.map(({ day }) => day)).toEqual([1, 2, 4]);
});

test('the likely fertile days are the six that end a day after the peak', () => {
  const { likelyFertile } = chart(opk('2026-11-01'), opk('2026-11-10', 'peak'));
  expect(likelyFertile).toEqual({ from: 6, to: 11 });
});

test('without a peak no day is called fertile', () => {
  expect(chart(opk('2026-11-01', 'high')).likelyFertile).toBeNull();
});

test('when testing began at the peak, that is day 1, and the chart reaches back to the likely fertile days', () => {
  const { startsOn, firstDay, likelyFertile, marks } = chart(opk('2026-11-10', 'peak'));
  expect(startsOn).toBe('2026-11-10');
  expect(marks[0]?.day).toBe(1);
  expect(likelyFertile).toEqual({ from: -3, to: 2 });
  expect(firstDay).toBe(-3);
});

test('of two peaks the first decides', () => {
  const { likelyFertile } = chart(opk('2026-11-01'), opk('2026-11-08', 'peak'), opk('2026-11-09', 'peak'));
  expect(likelyFertile).toEqual({ from: 4, to: 9 });
});

test('a pause in testing begins another cycle; applicators and pregnancy tests stay with theirs', () => {
  const cycles = cycleCharts([
    opk('2026-10-01'),
    opk('2026-10-10', 'peak'),
    applicator('2026-10-10'),
    applicator('2026-10-11'),
    pregnancy('2026-10-28'),
    opk('2026-11-01'),
  ]);
  expect(cycles.map(({ startsOn, marks }) => [startsOn, marks.length])).toEqual([
    ['2026-11-01', 1],
    ['2026-10-01', 5],
  ]);
});

test('months later it is another cycle, whatever is logged', () => {
  const cycles = cycleCharts([opk('2026-08-01', 'peak'), pregnancy('2026-08-22'), pregnancy('2026-11-15')]);
  expect(cycles.map(({ startsOn }) => startsOn)).toEqual(['2026-11-15', '2026-08-01']);
});

test('a chart has two weeks at least, or reaches to its last mark', () => {
  expect(chart(opk('2026-11-01'))).toMatchObject({ firstDay: 1, lastDay: 14 });
  expect(chart(opk('2026-11-01', 'peak'))).toMatchObject({ firstDay: -3, lastDay: 10 });
  expect(chart(opk('2026-11-01'), pregnancy('2026-12-05')).lastDay).toBe(35);
});

test('two tests of a day that say the same are one mark; different ones are two', () => {
  const { marks } = chart(opk('2026-11-01'), opk('2026-11-01', 'high'), opk('2026-11-01'));
  expect(marks.map((mark) => mark.kind === 'ovulation' && mark.level)).toEqual(['low', 'high']);
});

test('days are counted by the calendar, over a clock change too', () => {
  expect(chart(opk('2026-10-31'), opk('2026-11-02')).marks[1]?.day).toBe(3);
});
