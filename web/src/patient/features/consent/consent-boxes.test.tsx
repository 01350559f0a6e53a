import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { ConsentForm } from './consent-form.tsx';

const NONE = {
  privacy_policy_accepted: null,
  data_usage_consent: null,
  research_consent: null,
  sms_consent: null,
  customer_phone: '+1 555 0100',
};
let sent: { url: string; method: string; body: unknown } | undefined;

beforeEach(async () => {
  queryClient.clear();
  sessionStorage.clear();
  sent = undefined;
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    if (init?.method !== 'POST') return Response.json(NONE);
    sent = { url: input, method: init.method, body: JSON.parse(init.body as string) as unknown };
    return Response.json({});
  });
  await loadConfig();
  render(
    <QueryClientProvider client={queryClient}>
      <ConsentForm isFirst userId="robin" sendsTexts onSaved={() => undefined} />
    </QueryClientProvider>,
  );
  await screen.findAllByRole('checkbox');
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('there are four choices: the policy, transcripts, summaries and texts, which are not encrypted', () => {
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map((box) => box.labels![0]!.textContent)).toEqual([
    expect.stringMatching(/privacy policy/i),
    expect.stringMatching(/clinical use of stored transcripts of my coaching sessions and emails/),
    expect.stringMatching(/medical summaries .* other healthcare providers as part of my care plan/),
    expect.stringMatching(/text messages about my appointments and next steps/),
  ]);
  expect(boxes.map(({ checked }) => checked)).toEqual([false, false, false, false]);
  expect(screen.getByText(/not encrypted/)).toBeDefined();
  expect(screen.getByRole('link', { name: /privacy policy/i }).getAttribute('target')).toBe('_blank');
});

test('each choice is sent under its own name', async () => {
  const boxes = screen.getAllByRole('checkbox');
  for (const index of [0, 1, 2]) fireEvent.click(boxes[index]!);
  fireEvent.click(screen.getByRole('button', { name: 'Accept and Continue' }));
  await waitFor(() =>
    expect(sent).toEqual({
      url: 'http://localhost:3000/functions/v1/update-privacy-preferences',
      method: 'POST',
      body: {
        privacy_policy_accepted: true,
        data_usage_consent: true,
        research_consent: true,
        sms_consent: false,
      },
    }),
  );
});
