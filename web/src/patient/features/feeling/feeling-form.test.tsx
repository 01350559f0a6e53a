import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PregnancyKnown } from '@domain/care-state/pregnancy-known.ts';
import { FEELING } from '@domain/copy/feeling.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { FeelingForm } from './feeling-form.tsx';

const robin = { id: 'a4e7a1c2-93c0-4a53-8a06-2f1f5b1c0a11', email: 'robin@example.com' };

beforeEach(async () => {
  sessionStorage.clear();
  vi.stubGlobal('fetch', async () =>
    Response.json({
      supabaseUrl: 'https://portal.example',
      supabaseAnonKey: 'anon-key',
      contacts: { clinicPhone: '+1 212 555 0150', emergencyNumber: '911' },
    }),
  );
  await loadConfig();
  setUser(robin);
});

afterEach(() => {
  cleanup();
  setUser(null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

const open = (pregnancy: PregnancyKnown) =>
  render(
    <QueryClientProvider client={queryClient}>
      <FeelingForm speaksOfCap pregnancy={pregnancy} isSent lossCard={() => <p>a card for a loss</p>} />
    </QueryClientProvider>,
  );

test('before anything is selected, the clinic’s phone and the emergency number can be called', () => {
  open('maybe');
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'tel:+12125550150',
    'tel:911',
  ]);
});

test.each(['maybe', 'known', 'ended'] as const)('bleeding is spoken of as the pregnancy is: %s', (known) => {
  open(known);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Bleeding' }));
  expect(screen.queryAllByText(/have bleeding checked/).map(({ textContent }) => textContent)).toEqual(
    [FEELING.bleeding[known]].filter(Boolean),
  );
  expect(screen.queryByText(/may be pregnant/) !== null).toBe(known === 'maybe');
});

test('words of a loss bring their card, as in a message', async () => {
  open('maybe');
  const say = (value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: /^In your words/ }), { target: { value } });
  say('I am bleeding a little');
  expect(screen.queryByText('a card for a loss')).toBeNull();
  say('I lost the baby last night');
  expect(await screen.findByText('a card for a loss')).toBeTruthy();
});
