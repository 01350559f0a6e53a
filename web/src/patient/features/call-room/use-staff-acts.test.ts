import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastAct } from '@/lib/care-team/acts.ts';
import { useStaffActs } from './use-staff-acts.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: Date.parse('2026-11-16T09:00:00Z') });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('being in a call is an act of whoever holds it, until they leave', () => {
  const { unmount } = renderHook(() => useStaffActs(true));
  vi.advanceTimersByTime(20 * 60_000);
  const left = Date.now();
  expect(left - lastAct()).toBeLessThanOrEqual(30_000);
  unmount();
  vi.advanceTimersByTime(60_000);
  expect(lastAct()).toBeLessThanOrEqual(left);
});

test('a patient in a call does nothing of the kind', () => {
  renderHook(() => useStaffActs(false));
  vi.advanceTimersByTime(60_000);
  expect(lastAct()).toBe(0);
});
