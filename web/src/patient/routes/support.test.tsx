import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import Support from './support.tsx';

const record = {
  privacy_policy_accepted: true,
  data_usage_consent: true,
  onboarding_completed: true,
  customer_first_name: 'Robin',
  preferred_name: null,
  customer_last_name: 'Reed',
  customer_email: 'robin@example.com',
  status: 'Active',
  tracking_url: null,
  programme_name: null,
  coach: null,
};

beforeEach(async () => {
  queryClient.clear();
  vi.stubGlobal('fetch', async (input: string) => {
    if (input === '/config.json')
      return Response.json({
        supabaseUrl: 'http://localhost:3000',
        supabaseAnonKey: 'anon-key',
        contacts: {
          coachName: 'Marisol Vega',
          coachPortrait: 'coach',
          coachBio: 'I am with you through every step of your plan.',
        },
      });
    if (input.includes('privacy_policy_accepted')) return Response.json(record);
    return Response.json(input.includes('/functions/') ? { appointments: [] } : []);
  });
  await loadConfig();
  setUser({ id: 'robin', email: 'robin@example.com' });
  render(
    <QueryClientProvider client={queryClient}>
      <Support title="My Coach" />
    </QueryClientProvider>,
  );
  await screen.findByText('Your Clinical Coach');
});

afterEach(() => {
  cleanup();
  setUser(null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const region = (name: string) => within(screen.getByRole('region', { name }));

test('the coach has a picture, a name and a few words about themselves', () => {
  const profile = screen.getByText('Your Clinical Coach').parentElement!;
  expect(within(profile).getByRole('heading', { level: 2 })).toBeDefined();
  expect(profile.querySelector('p:last-child')!.textContent.length).toBeGreaterThan(20);
  expect(within(profile.parentElement!).getByRole('img')).toBeDefined();
});

test('a coach call is within the next couple of days', () => {
  expect(region('Speak with your Clinical Coach').getByText(/within the next couple of days/)).toBeDefined();
});

test('support is for anything but treatment or care plan', () => {
  const support = region('Speak with Support');
  expect(support.getByText(/anything not related to your treatment or care plan/)).toBeDefined();
  expect(support.getByRole('link').getAttribute('href')).toMatch(/^mailto:/);
});
