import { expect, test } from 'vitest';
import type { CycleChart } from '@domain/results/cycle-chart.ts';
import { scaleOf } from './chart-scale.ts';

const PHONE = 316;
const chart = (lastDay: number): CycleChart => ({
  startsOn: '2026-11-01',
  isFromPeriod: false,
  surges: [],
  firstDay: 1,
  lastDay,
  marks: [],
  likelyFertile: null,
});

test.each([14, 21, 36, 60, 120, 400])(
  '%i days fit on a phone, and the axis labels do not overlap',
  (days) => {
    const { left, day, numbers, dates } = scaleOf(chart(days), PHONE);
    expect(left(days + 1)).toBeLessThanOrEqual(PHONE);
    expect((numbers[1]! - numbers[0]!) * day).toBeGreaterThan(17);
    expect(dates.every((each) => numbers.includes(each))).toBe(true);
  },
);

test('if there is room every day has its number', () => {
  expect(scaleOf(chart(14), 870).numbers).toHaveLength(14);
  expect(scaleOf(chart(14), PHONE).numbers).toEqual([1, 3, 5, 7, 9, 11, 13]);
  expect(scaleOf(chart(36), PHONE).dates).toEqual([1, 15, 29]);
});
