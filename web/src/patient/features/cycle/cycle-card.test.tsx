import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { instantFromIso } from '@domain/time/instant.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import CycleCard from './cycle-card.tsx';

const NOW = instantFromIso('2026-11-18T15:00:00Z');
const GUIDE = 'This is only a guide. Don’t use it as birth control.';
let answer: Record<string, unknown>;
let broken: boolean;

beforeEach(async () => {
  answer = { periods: [], used: [], bodySince: null, statedLength: null, checks: [], symptomsToldAt: [] };
  broken = false;
  vi.stubGlobal('fetch', async (address: string | Request) => {
    const url = new URL(typeof address === 'string' ? address : address.url, 'http://localhost:3000');
    if (url.pathname === '/config.json') {
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    }
    expect(url.pathname).toBe('/rest/v1/rpc/own_cycle');
    return broken ? Response.json({ code: 'x', message: 'no' }, { status: 400 }) : Response.json(answer);
  });
  const user = { id: 'ada', email: 'ada@example.com' };
  const session = { access_token: 'token', expires_at: Date.now() / 1000 + 6000, user };
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session));
  await loadConfig();
  setUser(user);
});

afterEach(() => {
  cleanup();
  setUser(null);
  queryClient.clear();
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function show(props: Partial<ComponentProps<typeof CycleCard>> = {}) {
  render(
    <QueryClientProvider client={queryClient}>
      <CycleCard results={[]} events={[]} completed={[]} kit="at-hand" now={NOW} className="" {...props} />
    </QueryClientProvider>,
  );
}

const period = (day: string, kind = 'period') => ({ id: day, day, kind });
const tested = (result: string, takenOn: string) => ({
  id: takenOn,
  type: 'ovulation' as const,
  result,
  takenOn,
  takenAt: NOW,
  loggedAt: NOW,
});

test('day, next step with its date, and that it is only a guide', async () => {
  answer['periods'] = [period('2026-11-17')];
  show();
  expect(await screen.findByText('Start testing on November 23')).toBeTruthy();
  expect(screen.getByText('Day 2')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Your cycle' }).textContent).toContain(GUIDE);
});

test('the questionnaire counts, and a timer on the day is a used applicator', async () => {
  answer['periods'] = [period('2026-11-05')];
  answer['statedLength'] = '<21 days';
  answer['used'] = ['2026-11-18'];
  show({ results: [tested('Peak (Positive LH Surge)', '2026-11-18')] });
  expect(await screen.findByText('Use your second applicator tomorrow')).toBeTruthy();
});

test('while a cap is in the card says so, and links to its removal', async () => {
  answer['periods'] = [period('2026-11-05')];
  answer['used'] = ['2026-11-18'];
  const note = { id: 'cap', action: 'cap-in', at: Date.now() - 60_000, state: 'sent' };
  localStorage.setItem('bea-treatment-day:ada', JSON.stringify([note]));
  show({ results: [tested('Peak (Positive LH Surge)', '2026-11-18')] });
  expect(await screen.findByText('Your cap is in')).toBeTruthy();
  expect(screen.queryByText(/nothing more to do/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Open treatment day' }).getAttribute('href')).toBe(
    '/treatment-day',
  );
});

test('a check with the clinician blocks what the card asks', async () => {
  answer['periods'] = [period('2026-11-05')];
  answer['checks'] = [
    {
      cycle: 1,
      outcome: 'clinician',
      peakDay: null,
      day: '2026-11-17',
      clearedAt: null,
      checkedAt: '2026-11-17T10:00:00Z',
    },
  ];
  show({ results: [tested('Peak (Positive LH Surge)', '2026-11-18')] });
  expect(await screen.findByText('Please talk to your clinician first')).toBeTruthy();
  expect(screen.queryByText(/Use your/)).toBeNull();
});

test('after symptoms were reported the check is due again', async () => {
  answer['periods'] = [period('2026-11-05')];
  answer['checks'] = [
    {
      cycle: 1,
      outcome: 'ready',
      peakDay: '2026-11-18',
      day: '2026-11-18',
      clearedAt: null,
      checkedAt: '2026-11-18T10:00:00Z',
    },
  ];
  const results = [tested('Peak (Positive LH Surge)', '2026-11-18')];
  show({ results });
  expect(await screen.findByText('Use your first applicator today')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Safety check' })).toBeNull();
  cleanup();
  queryClient.clear();
  answer['symptomsToldAt'] = ['2026-11-18T11:00:00Z'];
  show({ results });
  expect(await screen.findByRole('link', { name: 'Safety check' })).toBeTruthy();
});

test('what did not load is not guessed', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  broken = true;
  show();
  expect(await screen.findByText(/can’t show your cycle right now/)).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/Day \d|November/);
});

test('without a kit the card says what a peak means now, and until that is known, nothing about an applicator', async () => {
  answer['periods'] = [period('2026-11-05')];
  const results = [tested('Peak (Positive LH Surge)', '2026-11-18')];
  for (const [kit, words] of [
    ['awaited', /As far as we know, your kit hasn’t arrived\./],
    ['none', /There’s nothing to use until you have your kit\./],
  ] as const) {
    show({ results, kit });
    expect(await screen.findByText(words)).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/Use your|Open treatment day|safety check/i);
    cleanup();
  }
  show({ results, kit: undefined });
  await screen.findByRole('region', { name: 'Your cycle' });
  expect(document.body.textContent).not.toMatch(/Use your|Open treatment day/);
});
