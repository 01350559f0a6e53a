import { expect, test } from 'vitest';
import { instantFromIso, MINUTE } from '../time/instant.ts';
import { canChange, changeableUntil } from './change-window.ts';

const startsAt = instantFromIso('2026-11-18T15:30:00Z');

test('a call can be changed until its notice starts', () => {
  const call = { startsAt, minimumNoticeMinutes: 120 };
  expect(changeableUntil(call)).toBe(instantFromIso('2026-11-18T13:30:00Z'));
  expect(canChange(call, startsAt - 120 * MINUTE)).toBe(true);
  expect(canChange(call, startsAt - 120 * MINUTE + 1)).toBe(false);
});

test('a call without notice can be changed until it starts', () => {
  const call = { startsAt, minimumNoticeMinutes: 0 };
  expect(canChange(call, startsAt)).toBe(true);
  expect(canChange(call, startsAt + 1)).toBe(false);
});
