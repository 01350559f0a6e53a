import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { AccountResults } from './account-results.tsx';
import { resultsQuery, type LoggedResult } from './queries.ts';

beforeEach(() => setUser({ id: 'robin', email: 'robin@example.com' }));
afterEach(() => {
  cleanup();
  setUser(null);
});

const result: LoggedResult = {
  id: 'result-1',
  type: 'ovulation',
  result: 'Invalid',
  cycle: null,
  takenOn: '2026-11-16',
  takenAt: Date.UTC(2026, 10, 16, 12),
  loggedAt: Date.UTC(2026, 10, 16, 12),
  loggedBy: null,
};

const onHide = vi.fn<(hidden: boolean) => void>();
function show(results: LoggedResult[]) {
  queryClient.setQueryData(resultsQuery('robin').queryKey, results);
  render(
    <QueryClientProvider client={queryClient}>
      <AccountResults asksToTest periodList={null} isPending={false} hidden={false} onHide={onHide} />
    </QueryClientProvider>,
  );
}

test('the switch has its name and its help, and shows the choice', () => {
  show([result]);
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Hide pregnancy test results' });
  expect(toggle.checked).toBe(false);
  expect(
    screen.getByText("You can hide your pregnancy test results if you don't want to see them."),
  ).toBeDefined();
  fireEvent.click(toggle);
  expect(onHide).toHaveBeenCalledWith(true);
});

test('the table has type, result and date, the date with its time', () => {
  show([result]);
  const table = within(screen.getByRole('table'));
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Type',
    'Result',
    'Date',
  ]);
  expect(table.getByText(/^November 16, 2026, \d+:\d\d [ap]m$/)).toBeDefined();
});

test('without results there is a button to log the first', () => {
  show([]);
  expect(screen.getByText("You don't have any logged results")).toBeDefined();
  expect(screen.getByRole('button', { name: 'Log your first result' })).toBeDefined();
});
