import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ifChanged, queryClient } from './query-client.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

/** A part of a page that comes three seconds after the page has asked, and what was asked until then. */
async function lateParts(between: () => void = () => undefined) {
  const ask = vi.fn(async () => 'an answer');
  const query = { queryKey: ['asked'], queryFn: ask };
  await queryClient.prefetchQuery(query);
  vi.advanceTimersByTime(3000);
  between();
  const subscribe = (options: object) =>
    new QueryObserver(queryClient, { ...query, ...options }).subscribe(() => undefined);
  return { ask, subscribe };
}

test('late parts reuse what their page has requested', async () => {
  const { ask, subscribe } = await lateParts();
  subscribe({ refetchOnMount: ifChanged });
  expect(ask).toHaveBeenCalledTimes(1);
  subscribe({});
  expect(ask, 'another part asks again').toHaveBeenCalledTimes(2);
});

test('data that has changed since is requested again', async () => {
  const { ask, subscribe } = await lateParts(
    () => void queryClient.invalidateQueries({ queryKey: ['asked'] }),
  );
  subscribe({ refetchOnMount: ifChanged });
  expect(ask).toHaveBeenCalledTimes(2);
});
