import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '@/lib/backend/query-client.ts';
import { HomeResults } from './home-results.tsx';
import { resultsQuery, type LoggedResult } from './queries.ts';

vi.mock('@/lib/backend/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 'somebody' }),
}));
afterEach(cleanup);

const NOW = Date.UTC(2026, 10, 17, 12);
const positive: LoggedResult = {
  id: 'result-1',
  type: 'PREGNANCY',
  result: 'positive',
  cycle: 1,
  takenOn: '2026-11-16',
  takenAt: NOW - 86_400_000,
  loggedAt: NOW - 86_400_000,
  loggedBy: null,
};

const shown = (results: LoggedResult[], listsPregnancyResults: boolean, asksToTest = false) => {
  queryClient.setQueryData(resultsQuery('somebody').queryKey, results);
  render(
    <QueryClientProvider client={queryClient}>
      <HomeResults now={NOW} asksToTest={asksToTest} listsPregnancyResults={listsPregnancyResults} />
    </QueryClientProvider>,
  );
  return screen.getByRole('region', { name: 'Test Results' }).textContent;
};

test('a patient whose results are hidden after a loss is not told that there never were any', () => {
  const words = shown([positive], false);
  expect(words).toContain("You don't have any logged results to show here.");
});

test('if there are none it says so', () => {
  expect(shown([], true)).toMatch(/You don't have any logged results$/);
});

test('with only older results it says that they are over 7 days old, and why logging helps', () => {
  const words = shown([{ ...positive, takenAt: NOW - 8 * 86_400_000 }], true, true);
  expect(words).toContain('Your last logged ovulations were over 7 days ago.');
  expect(words).toMatch(/Logging your results helps us monitor your\s+treatment/);
});

test('outside treatment, older results are said to be over 7 days old, and nothing asks for a test', () => {
  const words = shown([{ ...positive, takenAt: NOW - 8 * 86_400_000 }], true);
  expect(words).toMatch(/Your last logged results were over 7 days ago\.$/);
});

test('after a loss, the day of an unlisted result is not shown', () => {
  const older: LoggedResult = {
    ...positive,
    id: 'result-2',
    type: 'ovulation',
    takenAt: NOW - 8 * 86_400_000,
  };
  expect(shown([positive, older], false)).toMatch(/You don't have any logged results to show here\.$/);
});
