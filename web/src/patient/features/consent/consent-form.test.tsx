import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { showFailuresBy } from '@/lib/backend/failures.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { ConsentForm } from './consent-form.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SAVED = {
  privacy_policy_accepted: false,
  data_usage_consent: false,
  research_consent: false,
  sms_consent: false,
};

async function boxesOf(sendsTexts: boolean, hasAgreed: boolean) {
  queryClient.clear();
  const saved = {
    ...SAVED,
    privacy_policy_accepted: hasAgreed,
    data_usage_consent: hasAgreed,
    sms_consent: hasAgreed,
    customer_phone: null,
  };
  vi.stubGlobal('fetch', async (input: string) =>
    Response.json(
      input === '/config.json'
        ? { supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' }
        : saved,
    ),
  );
  await loadConfig();
  render(
    <QueryClientProvider client={queryClient}>
      <ConsentForm userId="robin" isFirst={!hasAgreed} sendsTexts={sendsTexts} onSaved={() => undefined} />
    </QueryClientProvider>,
  );
  return (await screen.findAllByRole('checkbox')).length;
}

test.each([
  ['asked for where they can be sent', true, false, 4],
  ['not asked for where none can be sent', false, false, 3],
  ['there to be withdrawn by whoever agreed before', false, true, 4],
])('texts are %s', async (_, sendsTexts, hasAgreed, boxes) => {
  expect(await boxesOf(sendsTexts, hasAgreed)).toBe(boxes);
});

test('a returning patient sees the saved choices, whatever was left half-filled; a newcomer continues', async () => {
  sessionStorage.setItem('bea-draft:robin:consent', JSON.stringify({ ...SAVED, research_consent: true }));
  const sharing = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /medical summaries/ }).checked;
  await boxesOf(true, true);
  expect(sharing()).toBe(false);
  cleanup();
  await boxesOf(true, false);
  expect(sharing()).toBe(true);
  sessionStorage.clear();
});

test.each([
  [401, 'not_signed_in', 'You must be logged in to save your information.'],
  [500, 'unexpected', 'An unexpected error occurred. Please try again.'],
])('choices refused with %i %s say: %s', async (status, code, words) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const said: string[] = [];
  showFailuresBy((sentence) => {
    said.push(sentence);
    return () => undefined;
  });
  await boxesOf(true, true);
  vi.stubGlobal('fetch', async () => Response.json({ code, message: 'No' }, { status }));
  fireEvent.click(screen.getByRole('button', { name: 'Accept and Continue' }));
  await waitFor(() => expect(said).toEqual([words]));
});
