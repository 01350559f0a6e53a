import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { LoggedResult } from './queries.ts';
import { ResultsTable } from './results-table.tsx';

afterEach(cleanup);

const result: LoggedResult = {
  id: 'result-1',
  type: 'ovulation',
  result: 'Invalid',
  cycle: null,
  takenOn: '2026-11-16',
  takenAt: Date.UTC(2026, 10, 16, 8),
  loggedAt: Date.UTC(2026, 10, 16, 9),
  loggedBy: null,
};

test('an entry by the care team says who logged it', () => {
  const logged = { ...result, id: 'result-2', loggedBy: 'Marisol Vega' };
  render(<ResultsTable results={[result, logged]} />);
  expect(screen.getAllByText(/^Logged by/).map((line) => line.textContent)).toEqual([
    'Logged by Marisol Vega for you',
  ]);
});
