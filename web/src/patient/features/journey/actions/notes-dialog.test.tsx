import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import NotesDialog from './notes-dialog.tsx';

let answer: () => Response | Promise<Response>;

beforeEach(async () => {
  queryClient.clear();
  vi.stubGlobal('fetch', async (input: string) =>
    input === '/config.json'
      ? Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' })
      : answer(),
  );
  await loadConfig();
  setUser({ id: 'robin', email: 'robin@example.com' });
});

afterEach(() => {
  cleanup();
  setUser(null);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <NotesDialog reference="initial-consultation" onClose={() => undefined} />
    </QueryClientProvider>,
  );

test('while notes load the dialog says so, and then shows them as rich text with their time', async () => {
  const notes = Promise.withResolvers<Response>();
  answer = () => notes.promise;
  open();
  expect(screen.getByRole('dialog', { name: 'Consultation Notes' })).toBeDefined();
  expect(await screen.findByText('Loading notes...')).toBeDefined();
  const note = { notes: '<p>Take <strong>folic acid</strong></p>', created_at: '2026-11-14T12:42:00Z' };
  notes.resolve(Response.json({ notes: [{ id: 'n', author: null, addenda: [], ...note }] }));
  expect((await screen.findByText('folic acid')).tagName).toBe('STRONG');
  expect(screen.getByText(/^November 14, 2026, \d+:\d\d [ap]m$/)).toBeDefined();
});

test('without notes it says so', async () => {
  answer = () => Response.json({ notes: [] });
  open();
  expect(await screen.findByText('No notes available for this consultation')).toBeDefined();
});

test('if notes fail to load, the failure is logged, and the dialog says that there are none', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  answer = () => Response.json({ code: 'x', message: 'No' }, { status: 400 });
  open();
  expect(await screen.findByText('No notes available for this consultation')).toBeDefined();
  expect(log).toHaveBeenCalledWith(expect.stringContaining('Consultation notes did not load'));
  expect(screen.queryByRole('alert')).toBeNull();
});
