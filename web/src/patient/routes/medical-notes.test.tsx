import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import MedicalNotes from './medical-notes.tsx';

afterEach(() => {
  cleanup();
  setUser(null);
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('while notes are fetched the page says Loading..., and then shows them or that there are none', async () => {
  const notes = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (input: string) =>
    input === '/config.json'
      ? Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' })
      : notes.promise,
  );
  await loadConfig();
  setUser({ id: 'robin', email: 'robin@example.com' });
  render(
    <QueryClientProvider client={queryClient}>
      <MedicalNotes title="Medical Notes" />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Loading...')).toBeDefined();
  notes.resolve(Response.json({ notes: [] }));
  expect(
    await screen.findByText('Your notes will be viewable once you have completed your consultation.'),
  ).toBeDefined();
  expect(screen.queryByText('Loading...')).toBeNull();
});
