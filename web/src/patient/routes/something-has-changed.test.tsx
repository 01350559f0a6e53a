import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { PregnancyResult } from '@domain/results/pregnancy.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { customerQuery } from '@/patient/features/customer/queries.ts';
import { outcomeEventsQuery } from '@/patient/features/outcomes/queries.ts';
import { resultsQuery } from '@/patient/features/results/queries.ts';
import SomethingHasChanged from './something-has-changed.tsx';

const robin = { id: 'a4e7a1c2-93c0-4a53-8a06-2f1f5b1c0a11', email: 'robin@example.com' };

afterEach(() => {
  cleanup();
  setUser(null);
  queryClient.clear();
});

const resultOf = (result: PregnancyResult, at: number) => ({
  id: `test-${at}`,
  type: 'PREGNANCY' as const,
  result,
  takenOn: `2026-11-0${at}` as const,
  takenAt: at,
  loggedAt: at,
  cycle: 1,
});

test.each<[string, PregnancyResult[], boolean]>([
  ['an unclear test alone', ['unclear'], false],
  ['an unclear test after a positive one', ['positive', 'unclear'], true],
  ['a positive test', ['positive'], true],
])('the end of a pregnancy is offered where one was found: %s', (_, results, isOffered) => {
  setUser(robin);
  queryClient.setQueryDefaults([], { staleTime: Infinity });
  queryClient.setQueryData(
    resultsQuery(robin.id).queryKey,
    results.map((result, index) => resultOf(result, index + 1)),
  );
  queryClient.setQueryData(outcomeEventsQuery(robin.id).queryKey, []);
  queryClient.setQueryData(customerQuery(robin.id).queryKey, null);
  render(
    <QueryClientProvider client={queryClient}>
      <SomethingHasChanged title="Something has changed" />
    </QueryClientProvider>,
  );
  expect(screen.queryByRole('link', { name: /My pregnancy has ended/ }) !== null).toBe(isOffered);
  expect(screen.getByRole('link', { name: /How are you feeling/ })).toBeDefined();
});
