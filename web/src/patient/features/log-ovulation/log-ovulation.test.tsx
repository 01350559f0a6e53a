import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { LogOvulation } from './log-ovulation.tsx';

beforeEach(async () => {
  sessionStorage.clear();
  history.replaceState(null, '', '/log-result/ovulation');
  vi.stubGlobal('fetch', async () =>
    Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' }),
  );
  await loadConfig();
  setUser({ id: 'robin', email: 'robin@example.com' });
  render(
    <QueryClientProvider client={queryClient}>
      <LogOvulation
        judge={() => null}
        place="unknown"
        hasLogged={false}
        MoveOn={() => null}
        AnswerToday={() => null}
      />
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  setUser(null);
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const OPK = 'Ovulation Predictor Kit (OPK)';

test('two ways of detecting ovulation are offered, and Continue waits for one', () => {
  expect(screen.getByRole('heading', { name: 'How are you detecting ovulation?' })).toBeDefined();
  const ways = screen.getAllByRole<HTMLInputElement>('radio');
  expect(ways.map((way) => way.labels![0]!.textContent)).toEqual([OPK, 'Other methods']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
});

test.each([
  ['the first step', null, 'How are you detecting ovulation?'],
  ['the result', OPK, 'Log your result'],
  ['other methods', 'Other methods', 'Other ways to detect ovulation'],
])('Exit on %s leads to Home', (_, way, heading) => {
  if (way) {
    fireEvent.click(screen.getByRole('radio', { name: way }));
    press('Continue');
  }
  expect(screen.getByRole('heading', { name: heading })).toBeDefined();
  press('Exit');
  expect(location.pathname).toBe('/home');
});
