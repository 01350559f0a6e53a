import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useNow } from './use-now.ts';

const START = Date.parse('2026-11-18T11:59:00');
const HOUR = 60 * 60 * 1000;

beforeEach(() => void vi.useFakeTimers({ now: START }));

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('the time advances with each change, and not before', () => {
  const { result } = renderHook(() => useNow((now) => (Math.floor(now / HOUR) + 1) * HOUR));
  act(() => void vi.advanceTimersByTime(59_000));
  expect(result.current).toBe(START);
  act(() => void vi.advanceTimersByTime(1_000));
  expect(result.current).toBe(START + 60_000);
  act(() => void vi.advanceTimersByTime(HOUR));
  expect(result.current).toBe(START + 60_000 + HOUR);
});

test('a change a month away is waited for, day by day', () => {
  const far = START + 30 * 24 * HOUR;
  const { result } = renderHook(() => useNow((now) => (now < far ? far : undefined)));
  act(() => void vi.advanceTimersByTime(29 * 24 * HOUR));
  expect(result.current).toBeLessThan(far);
  act(() => void vi.advanceTimersByTime(24 * HOUR));
  expect(result.current).toBe(far);
  act(() => void vi.advanceTimersByTime(24 * HOUR));
  expect(result.current).toBe(far);
});
