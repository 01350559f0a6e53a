import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { createElement, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { lifeOf, NOW, type Reported } from '@domain/care-state/testing.ts';
import { instantInUtc } from '@domain/time/instant.ts';
import { careOf, statusAfter, type Loaded } from './care.ts';
import { useHomeCare } from './use-home-care.ts';

const REPORTED: Reported[] = ['positive', 'negative', 'unclear', 'pause', 'resume', 'loss', 'stop'];

/** In the form the queries return. */
function loadedOf(...reported: Reported[]): Loaded {
  const { results, events } = lifeOf(...reported);
  return {
    events,
    status: 'Active',
    results: results.map(({ id, result, takenOn, receivedAt, cycle }) => ({
      id,
      type: 'PREGNANCY',
      result,
      takenOn,
      takenAt: instantInUtc(takenOn, '12:00'),
      loggedAt: receivedAt,
      cycle,
    })),
  };
}

const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) =>
  createElement(QueryClientProvider, { client }, children);

test('Home shows for every history what the rules say, whether it loads them or not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...REPORTED), { maxLength: 5 }), async (reported) => {
      const loaded = loadedOf(...reported);
      const { result, unmount } = renderHook(() => useHomeCare(loaded, NOW), { wrapper });
      await waitFor(() => expect(result.current.isPending).toBe(false));
      expect(result.current.surfaces).toEqual(careOf(loaded, NOW)!.surfaces);
      unmount();
    }),
    { numRuns: 60 },
  );
});

test('nothing is guessed while the reports are unknown', () => {
  expect(careOf({ ...loadedOf(), events: undefined }, NOW)).toBeNull();
});

test('if the results did not load, the reports decide, but no one is called pregnant or not', () => {
  const unknown = { results: undefined };
  expect(careOf({ ...loadedOf('pause'), ...unknown, status: 'Paused' }, NOW)!.state).toBe('paused');
  expect(careOf({ ...loadedOf('loss'), ...unknown, status: 'Paused' }, NOW)!.state).toBe('after-loss');
  expect(careOf({ ...loadedOf('positive'), ...unknown, status: 'Pregnant' }, NOW)).toBeNull();
});

test('a test logged now is judged with everything before it', () => {
  const positive = { result: 'positive', day: '2026-12-01', cycle: 1 } as const;
  expect(statusAfter(loadedOf(), positive, NOW)!.state).toBe('pregnant');
  expect(statusAfter(loadedOf('loss'), positive, NOW)!.state).toBe('after-loss');
  expect(statusAfter({ ...loadedOf(), events: undefined }, positive, NOW)).toBeNull();
});

test('the last loss hides results, even one the care team found', () => {
  expect(careOf(loadedOf('positive', 'pause'), NOW)!.lossId).toBeNull();
  for (const reported of [
    ['loss', 'resume'],
    ['positive', 'negative', 'resolve after-loss', 'stop'],
  ] as Reported[][]) {
    const loaded = loadedOf(...reported);
    expect(careOf(loaded, NOW)!.lossId).toBe(loaded.events![0]!.id);
  }
});
