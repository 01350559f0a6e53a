import { expect, test } from 'vitest';
import type { AfterTest } from './after-test.ts';
import { isDayForApplicator } from './day-for-applicator.ts';

test.each<[AfterTest, boolean]>([
  [{ kind: 'first-day' }, true],
  [{ kind: 'second-day', isFirstUnknown: false }, true],
  [{ kind: 'second-day', isFirstUnknown: true }, false],
  [{ kind: 'used-today' }, true],
  [{ kind: 'passed' }, false],
  [{ kind: 'second-surge' }, false],
  [{ kind: 'late-peak' }, false],
  [{ kind: 'after-peak', peakOn: '2026-11-14' }, false],
  [{ kind: 'early', testFrom: null }, false],
  [{ kind: 'at-rest' }, false],
  [{ kind: 'plain' }, false],
])('after a test that is %j, an applicator is due today: %s', (after, isForToday) => {
  for (const isEarlier of [false, true]) expect(isDayForApplicator(after, isEarlier)).toBe(isForToday);
});

test('if the cycle is unknown, a peak today means an applicator today, and an earlier one does not', () => {
  expect(isDayForApplicator(null, false)).toBe(true);
  expect(isDayForApplicator(null, true)).toBe(false);
});
