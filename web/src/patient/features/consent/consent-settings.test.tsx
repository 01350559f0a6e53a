import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '@/components/feedback/toaster.tsx';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { ConsentSettings } from './consent-settings.tsx';

const SHARING = 'Sharing medical summaries with other healthcare providers';
const TEXTS = 'Text messages about appointments and next steps';

const kept = {
  privacy_policy_accepted: true,
  data_usage_consent: true,
  research_consent: false,
  sms_consent: true,
};
const onWithdrawn = vi.fn<() => void>();
let withdrawals: number;
let history: object[];
let save: (body: string) => Response;

beforeEach(async () => {
  localStorage.clear();
  queryClient.clear();
  withdrawals = 0;
  history = [{ id: 1, consent: 'sms_consent', granted: true, changed_at: '2026-11-14T12:42:00+00:00' }];
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json') {
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    }
    if (input.includes('/withdraw-consent')) {
      withdrawals += 1;
      return Response.json({});
    }
    if (input.includes('/update-privacy-preferences')) {
      return save(await new Response(init?.body).text());
    }
    return Response.json(
      input.includes('/consent_history') ? history : { ...kept, customer_phone: '+1 555 0100' },
    );
  });
  await loadConfig();
  render(
    <QueryClientProvider client={queryClient}>
      <ConsentSettings userId="robin" sendsTexts onWithdrawn={onWithdrawn} />
      <Toaster />
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const isOn = async (name: string) => (await screen.findByLabelText<HTMLInputElement>(name)).checked;

test('an optional consent is withdrawn right away, all others stay, and the history shows it', async () => {
  let sent = '';
  save = (body) => {
    sent = body;
    history.unshift({
      id: 2,
      consent: 'sms_consent',
      granted: false,
      changed_at: '2026-11-15T08:00:00+00:00',
    });
    return Response.json({});
  };
  expect(await isOn(TEXTS)).toBe(true);
  expect(await isOn(SHARING)).toBe(false);
  expect(screen.queryByRole('switch', { name: /privacy policy/i })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Change history' }));
  fireEvent.click(screen.getByLabelText(TEXTS));
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Text messages about appointments and next steps: withdrawnNovember 15, 2026/),
        expect.stringMatching(/^Text messages about appointments and next steps: givenNovember 14, 2026/),
      ]),
    ),
  );
  expect(JSON.parse(sent)).toEqual({ ...kept, sms_consent: false });
  expect(await isOn(TEXTS)).toBe(false);
});

test('a change that the server refuses is undone, and reported', async () => {
  save = () => Response.json({}, { status: 500 });
  fireEvent.click(await screen.findByLabelText(SHARING));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain(
      'An unexpected error occurred. Please try again.',
    ),
  );
  expect(await isOn(SHARING)).toBe(false);
});

test('withdrawing asks once and says what stops', async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw consent' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Withdraw consent' }));
  expect(dialog.getByText('Upcoming calls are canceled.')).toBeDefined();
  fireEvent.click(dialog.getByRole('button', { name: 'Keep my consent' }));
  expect(withdrawals).toBe(0);
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw consent' }));
  fireEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw consent' }),
  );
  await waitFor(() => expect(onWithdrawn).toHaveBeenCalledOnce());
  expect(withdrawals).toBe(1);
  expect(screen.getByRole('status').textContent).toContain('Your consent is withdrawn.');
});
