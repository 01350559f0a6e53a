import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { pageAt } from '@/patient/pages.ts';
import { keepOver } from '@/patient/features/customer/access-query.ts';
import { Gate } from './gate.tsx';

const user = { id: 'robin', email: 'robin@example.com' };
let answer: (status: string) => void;

beforeEach(async () => {
  localStorage.clear();
  setUser(user);
  vi.stubGlobal('fetch', async (input: string) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    return new Promise<Response>((resolve) => {
      answer = (status) =>
        resolve(
          Response.json({
            status,
            privacy_policy_accepted: true,
            data_usage_consent: true,
            onboarding_completed: true,
            consent_withdrawn_at: null,
          }),
        );
    });
  });
  await loadConfig();
});

afterEach(() => {
  cleanup();
  setUser(null);
  vi.unstubAllGlobals();
});

const isCalm = () => document.querySelector('[data-calm]') !== null;

async function open() {
  cleanup();
  queryClient.clear();
  const before = answer;
  render(
    <QueryClientProvider client={queryClient}>
      <Gate user={user} page={pageAt('/account')!}>
        <p>My Account</p>
      </Gate>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(answer).not.toBe(before));
}

test('a page that nothing is asked of is calm from its first paint, once it is known', async () => {
  await open();
  expect(isCalm(), 'nothing is known yet').toBe(false);
  answer('Pregnant');
  await screen.findByText('My Account');
  expect(isCalm()).toBe(true);

  await open();
  expect(isCalm(), 'before the record is there').toBe(true);
  answer('Active');
  await screen.findByText('My Account');
  expect(isCalm()).toBe(false);

  await open();
  expect(isCalm()).toBe(false);
});

test('after the third cycle every page is calm, from its first paint, until treatment resumes', async () => {
  keepOver(user.id, true);
  await open();
  expect(isCalm(), 'before the record is there').toBe(true);
  answer('Active');
  await screen.findByText('My Account');
  expect(isCalm()).toBe(true);

  keepOver(user.id, false);
  await open();
  answer('Active');
  await screen.findByText('My Account');
  expect(isCalm()).toBe(false);
});
