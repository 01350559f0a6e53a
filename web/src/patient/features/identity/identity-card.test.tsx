import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { IdentityCard } from './identity-card.tsx';
import { IDENTITY_CARD } from './words.ts';

const user = { id: 'robin', email: 'robin@example.com' };
const KNOWN = { preferredName: null, pronouns: 'she/her', birthDate: null, phone: '', email: user.email };

function open() {
  cleanup();
  render(
    <QueryClientProvider client={queryClient}>
      <IdentityCard userId={user.id} identity={KNOWN} />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  sessionStorage.clear();
  setUser(user);
});
afterEach(cleanup);

test('a half-filled ‘About you’ is there after a reload, until the patient cancels it', () => {
  open();
  fireEvent.click(screen.getByRole('button', { name: IDENTITY_CARD.editName }));
  fireEvent.change(screen.getByLabelText('Preferred name'), { target: { value: 'Bobbie' } });
  open();
  expect(screen.getByLabelText<HTMLInputElement>('Preferred name').value).toBe('Bobbie');
  fireEvent.click(screen.getByRole('button', { name: IDENTITY_CARD.cancel }));
  open();
  screen.getByRole('button', { name: IDENTITY_CARD.editName });
});
