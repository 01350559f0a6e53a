import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KIT_CARD } from '@domain/copy/kit.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { KitCard } from './kit-card.tsx';
import type { OwnKit } from './queries.ts';

const user = { id: 'robin', email: 'robin@example.com' };
const HOME = { line1: '350 Fifth Avenue', line2: null, city: 'New York', state: 'NY', zip: '10118' } as const;
const KIT = { isAsked: true, sentOn: null, arrivedAt: null, trackingUrl: null } as const;

function open(address: OwnKit['address']) {
  cleanup();
  render(
    <QueryClientProvider client={queryClient}>
      <KitCard userId={user.id} kit={{ ...KIT, address }} />
    </QueryClientProvider>,
  );
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });

beforeEach(() => {
  sessionStorage.clear();
  setUser(user);
});
afterEach(cleanup);

test('a half-filled shipping address is there after a reload', () => {
  open(null);
  type('Street address', '12 Main St');
  type('City', 'Portland');
  open(null);
  expect(field('Street address').value).toBe('12 Main St');
  expect(field('City').value).toBe('Portland');
});

test('so is a change of a saved address, until the patient cancels it', () => {
  open(HOME);
  fireEvent.click(screen.getByRole('button', { name: KIT_CARD.change }));
  expect(field('Street address').value).toBe('350 Fifth Avenue');
  type('Street address', '12 Main St');
  open(HOME);
  expect(field('Street address').value).toBe('12 Main St');
  fireEvent.click(screen.getByRole('button', { name: KIT_CARD.cancel }));
  open(HOME);
  expect(screen.queryByLabelText('Street address')).toBeNull();
  screen.getByText('350 Fifth Avenue');
});
