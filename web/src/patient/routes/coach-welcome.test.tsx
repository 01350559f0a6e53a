import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COACH_WELCOME } from '@domain/copy/coach-welcome.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { customerQuery, type Customer } from '@/patient/features/customer/queries.ts';
import CoachWelcome from './coach-welcome.tsx';

vi.mock('@/lib/backend/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 'robin' }),
}));

const ROBIN: Customer = {
  firstName: 'Robin',
  preferredName: null,
  lastName: null,
  email: null,
  status: 'Active',
  trackingUrl: null,
  programmeName: null,
  coach: null,
};

beforeEach(async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      supabaseUrl: 'http://localhost:3000',
      supabaseAnonKey: 'anon-key',
      contacts: { coachName: 'Sofia' },
    }),
  );
  await loadConfig();
});

afterEach(() => {
  cleanup();
  queryClient.clear();
  vi.unstubAllGlobals();
});

function open() {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  render(
    <QueryClientProvider client={queryClient}>
      <CoachWelcome title="A welcome from your coach" />
    </QueryClientProvider>,
  );
}

test.each<[string, Customer['coach'], string]>([
  [
    'the coach who was assigned',
    { name: 'Amara Whitfield', bio: '', email: 'amara@clinic.example', portrait: 'coach-2' },
    'Amara Whitfield',
  ],
  ['the clinic’s own, where nobody was', null, 'Sofia'],
])('it is signed by %s', (_, coach, name) => {
  const customer: Customer = { ...ROBIN, coach };
  queryClient.setQueryData(customerQuery('robin').queryKey, customer);
  open();
  expect(screen.getByText(name)).toBeTruthy();
});

test('if the coach is not known, no one is named', () => {
  open();
  expect(screen.getByText('Your Clinical Coach')).toBeTruthy();
  expect(screen.queryByText('Sofia')).toBeNull();
  expect(screen.queryByRole('img')).toBeNull();
});

test('the film waits to be started, is silent, and says the same as the letter below it', () => {
  open();
  const film = screen.getByLabelText<HTMLVideoElement>('Welcome film, 38 seconds, without sound');
  expect({ controls: film.controls, autoplay: film.autoplay, preload: film.preload }).toEqual({
    controls: true,
    autoplay: false,
    preload: 'none',
  });
  const letter = screen.getByRole('region', { name: 'The same in words' });
  for (const { words } of COACH_WELCOME.film) expect(letter.textContent).toContain(words);
});
