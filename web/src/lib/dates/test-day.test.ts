import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { momentOn, today } from './test-day.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-15T09:30:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a test from today was taken now, one from an earlier day at noon', () => {
  expect(momentOn(today())).toBe('2026-11-15T09:30:00.000Z');
  expect(new Date(momentOn('2026-11-12')).getHours()).toBe(12);
  expect(new Date(momentOn('2026-11-12')).getDate()).toBe(12);
});
