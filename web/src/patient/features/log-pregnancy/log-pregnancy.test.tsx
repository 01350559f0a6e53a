import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { weekdayDayMonth } from '@domain/time/words.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { today } from '@/lib/dates/test-day.ts';
import { LogPregnancy } from './log-pregnancy.tsx';

beforeEach(async () => {
  sessionStorage.clear();
  history.replaceState(null, '', '/log-result/pregnancy');
  vi.stubGlobal('fetch', async (input: string) =>
    Response.json(
      input === '/config.json' ? { supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' } : [],
    ),
  );
  await loadConfig();
  setUser({ id: 'robin', email: 'robin@example.com' });
  render(
    <QueryClientProvider client={queryClient}>
      <LogPregnancy statusAfter={() => null} cycleOn={() => 1} isEarlyOn={() => false} isStopped={false} />
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  setUser(null);
  queryClient.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

test('the test was taken today unless another day is chosen', () => {
  expect(screen.getByRole('button', { name: /Test date/ }).textContent).toContain(weekdayDayMonth(today()));
});

test('Exit leads to Home', () => {
  fireEvent.click(screen.getByRole('button', { name: 'Exit' }));
  expect(location.pathname).toBe('/home');
});
