import { expect, test } from 'vitest';
import { DAY, instantFromIso } from '../time/instant.ts';
import { isInFuture, isTooLate } from './taken-at.ts';

const now = instantFromIso('2026-11-18T10:00:00Z');

test('a test can be logged for seven days, and at most a day ahead of our clock', () => {
  expect([7 * DAY, 7 * DAY + 1].map((ago) => isTooLate(now - ago, now))).toEqual([false, true]);
  expect([DAY, DAY + 1].map((ahead) => isInFuture(now + ahead, now))).toEqual([false, true]);
});
