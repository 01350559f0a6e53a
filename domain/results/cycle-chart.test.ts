import { expect, test } from 'vitest';
import type { PeriodKind } from '../cycle/period.ts';
import { cycleCharts, type ChartEvent, type CycleChart } from './cycle-chart.ts';
import type { ChartLevel } from './level.ts';

const opk = (on: string, level: ChartLevel = 'low'): ChartEvent => ({ kind: 'ovulation', on, level });
const period = (on: string, as: PeriodKind = 'period'): ChartEvent => ({ kind: 'period', on, as });
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

test('day 1 is the first entry, in whatever order entries arrive', () => {
  const { startsOn, marks } = chart(opk('2026-11-05'), opk('2026-11-02'), opk('2026-11-03'));
  expect(startsOn).toBe('2026-11-02');
  expect(marks.map(({ day }) => day)).toEqual([1, 2, 4]);
});

test('the likely fertile days are from four days before the peak to two days after it', () => {
  const { likelyFertile } = chart(opk('2026-11-01'), opk('2026-11-10', 'peak'));
  expect(likelyFertile).toEqual({ from: 6, to: 12 });
});

test('without a peak no day is called fertile', () => {
  expect(chart(opk('2026-11-01', 'high')).likelyFertile).toBeNull();
});

test('if testing started at the peak, that is day 1, and the chart goes back to the likely fertile days', () => {
  const { startsOn, firstDay, likelyFertile, marks } = chart(opk('2026-11-10', 'peak'));
  expect(startsOn).toBe('2026-11-10');
  expect(marks[0]?.day).toBe(1);
  expect(likelyFertile).toEqual({ from: -3, to: 3 });
  expect(firstDay).toBe(-3);
});

test('consecutive peaks are one surge, and the first one decides', () => {
  const { likelyFertile, surges } = chart(
    opk('2026-11-01'),
    opk('2026-11-08', 'peak'),
    opk('2026-11-09', 'peak'),
  );
  expect(likelyFertile).toEqual({ from: 4, to: 10 });
  expect(surges).toEqual([{ from: 8, to: 9 }]);
});

test('a gap in testing starts another cycle; applicators and pregnancy tests stay with theirs', () => {
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

test('a chart covers at least two weeks, or up to its last mark', () => {
  expect(chart(opk('2026-11-01'))).toMatchObject({ firstDay: 1, lastDay: 14 });
  expect(chart(opk('2026-11-01', 'peak'))).toMatchObject({ firstDay: -3, lastDay: 10 });
  expect(chart(opk('2026-11-01'), pregnancy('2026-12-05')).lastDay).toBe(35);
});

test('two tests on one day with the same result are one mark; different ones are two', () => {
  const { marks } = chart(opk('2026-11-01'), opk('2026-11-01', 'high'), opk('2026-11-01'));
  expect(marks.map((mark) => mark.kind === 'ovulation' && mark.level)).toEqual(['low', 'high']);
});

test('after a second surge no day is called fertile', () => {
  const { likelyFertile, surges } = chart(
    period('2026-11-01'),
    opk('2026-11-10', 'peak'),
    opk('2026-11-16', 'peak'),
  );
  expect(surges).toHaveLength(2);
  expect(likelyFertile).toBeNull();
});

test('a period starts a cycle and is its day 1, even if a test on that day came first', () => {
  const cycles = cycleCharts([
    opk('2026-11-02'),
    opk('2026-11-01'),
    period('2026-11-02'),
    period('2026-11-02', 'unsure'),
    opk('2026-11-20', 'peak'),
  ]);
  expect(cycles.map(({ startsOn, isFromPeriod, marks }) => [startsOn, isFromPeriod, marks.length])).toEqual([
    ['2026-11-02', true, 4],
    ['2026-11-01', false, 1],
  ]);
  expect(cycles[0]!.marks.at(-1)!.day).toBe(19);
});

test('bleeding with a loss does not start a cycle', () => {
  expect(cycleCharts([period('2026-11-01'), period('2026-11-20', 'bleed-with-loss')])).toHaveLength(1);
});

test('days are counted by the calendar, even over a clock change', () => {
  expect(chart(opk('2026-10-31'), opk('2026-11-02')).marks[1]?.day).toBe(3);
});
