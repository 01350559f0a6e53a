import { expect, test } from 'vitest';
import { closePeriodBefore } from './close-period.ts';

test.each<[string, string[], string | null]>([
  ['nothing logged before', [], null],
  ['one of 9 days before', ['2026-11-10'], '2026-11-10'],
  ['one of 14 days before', ['2026-11-05'], '2026-11-05'],
  ['one of 15 days before begins a cycle of its own', ['2026-11-04'], null],
  ['the same day, and a later one', ['2026-11-19', '2026-11-20'], null],
  ['the nearest of two', ['2026-11-12', '2026-11-07'], '2026-11-12'],
])('a period on November 19: %s', (_, before, close) => {
  expect(closePeriodBefore([...before, '2026-11-19'], '2026-11-19')).toBe(close);
});
