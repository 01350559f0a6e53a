import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useHidePregnancy } from './hide-preference.ts';

beforeEach(() => localStorage.clear());

const opened = (lossId: string | null | undefined) => renderHook(() => useHidePregnancy(lossId)).result;
const isHidden = (lossId: string | null | undefined) => opened(lossId).current[0];

test('results are shown until someone hides them, and hidden after a loss', () => {
  expect(isHidden(null)).toBe(false);
  expect(isHidden('a-loss')).toBe(true);
});

test('shown again after a loss, they stay shown until another loss', () => {
  const page = opened('a-loss');
  act(() => page.current[1](false));
  expect(page.current[0]).toBe(false);
  expect(isHidden('a-loss')).toBe(false);
  expect(isHidden('another')).toBe(true);
});

test('undoing a loss restores the previous choice', () => {
  const page = opened(null);
  act(() => page.current[1](true));
  expect([isHidden('a-loss'), isHidden(null)]).toEqual([true, true]);
  act(() => page.current[1](false));
  expect([isHidden('a-loss'), isHidden(null)]).toEqual([true, false]);
});

test('while it is unknown whether there was a loss, nothing is shown', () => {
  expect(isHidden(undefined)).toBe(true);
});
