import { expect, test } from 'vitest';
import { isTooEarly } from './too-early.ts';

const usedOn = ['2026-11-01', '2026-11-02'];

test.each([
  ['2026-11-10', [], true],
  ['2026-11-22', [], true],
  // Three weeks after the last applicator.
  ['2026-11-23', [], false],
  // A period came, so the answer is known.
  ['2026-11-16', ['2026-11-15'], false],
  ['2026-11-16', ['2026-10-19'], true],
  // Nothing was used before the first applicator.
  ['2026-10-30', [], false],
] as const)('a negative of %s, with periods on %j: early is %s', (day, periods, isEarly) => {
  expect(isTooEarly(day, { usedOn, periods })).toBe(isEarly);
});

test('without an applicator, no one can say that a negative is early', () => {
  expect(isTooEarly('2026-11-10', { usedOn: [], periods: [] })).toBe(false);
});
