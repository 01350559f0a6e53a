import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { BeforeTreatmentSurvey } from './before-treatment-survey.tsx';

const sending = Promise.withResolvers<Response>();

beforeEach(async () => {
  queryClient.clear();
  sessionStorage.clear();
  localStorage.clear();
  vi.stubGlobal('fetch', async (input: string) =>
    input === '/config.json'
      ? Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' })
      : sending.promise,
  );
  await loadConfig();
  const session = { access_token: 'token', expires_at: Date.now() / 1000 + 600, user: { id: 'robin' } };
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session));
  setUser({ id: 'robin', email: 'robin@example.com' });
});

afterEach(() => {
  cleanup();
  setUser(null);
  localStorage.clear();
  vi.unstubAllGlobals();
});

test('Submit & Exit waits for one of three answers, and says Submitting... while it is sent', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <BeforeTreatmentSurvey isBeforeKit={false} />
    </QueryClientProvider>,
  );
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Submit/ });
  expect(screen.getAllByRole('radio')).toHaveLength(3);
  expect([submit().textContent, submit().disabled]).toEqual(['Submit & Exit', true]);
  fireEvent.click(screen.getByRole('radio', { name: 'Neutral' }));
  expect(submit().disabled).toBe(false);
  fireEvent.click(submit());
  await waitFor(() => expect([submit().textContent, submit().disabled]).toEqual(['Submitting...', true]));
  sending.resolve(Response.json({ id: '0d6a3a52-8a3e-4a38-9b0a-6d1f1f0f0001' }));
  expect(await screen.findByRole('heading', { name: 'We’re here if you need us' })).toBeDefined();
});

test.each([
  [false, 'You are now ready to use your Béa Treatment Kit'],
  [true, 'You’ll be ready to use your Béa Treatment Kit after your consultation, once your kit has arrived.'],
])('no one is called ready for a kit that was never ordered: %s', (isBeforeKit, words) => {
  render(
    <QueryClientProvider client={queryClient}>
      <BeforeTreatmentSurvey isBeforeKit={isBeforeKit} />
    </QueryClientProvider>,
  );
  expect(screen.getByRole('heading', { name: 'Stage 2 Complete' })).toBeDefined();
  expect(screen.getByText(/ready to use/).textContent).toBe(words);
});
