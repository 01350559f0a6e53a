import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { setUser, useSession } from '@/lib/backend/session.ts';
import { keepEntry, pendingEntries } from '@/lib/entries/pending-store.ts';
import { Logout } from './logout.tsx';

const robin = { id: 'a4e7a1c2-93c0-4a53-8a06-2f1f5b1c0a11', email: 'robin@example.com' };
let submit: () => Response;

beforeEach(async () => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async (input: string) => {
    if (input === '/config.json') {
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    }
    return input.includes('/functions/v1/') ? submit() : new Response(null, { status: 204 });
  });
  await loadConfig();
  const session = { access_token: 'token', expires_at: Date.now() / 1000 + 600, user: robin };
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session));
  setUser(robin);
  keepEntry(robin.id, '0d6a3a52-8a3e-4a38-9b0a-6d1f1f0f0001', {
    kind: 'ovulation',
    result: 'High (Rising LH)',
  });
  render(<Page />);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const Page = () => (useSession().user ? <Logout /> : <p>Signed out</p>);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pending = () => pendingEntries(robin.id).length;

test('waiting entries are sent before signing out', async () => {
  const sent = vi.fn<() => Response>(() => Response.json({}));
  submit = sent;
  press('Logout');
  await screen.findByText('Signed out');
  expect(sent).toHaveBeenCalledOnce();
});

test('an entry that cannot be sent is asked about, and stays if the patient stays', async () => {
  submit = () => Response.json({ error: 'No' }, { status: 503 });
  press('Logout');
  await screen.findByText(/Some entries haven’t been sent yet/);
  press('Stay signed in');
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Logout' }).disabled).toBe(false),
  );
  expect(pending()).toBe(1);
  expect(screen.queryByText('Signed out')).toBeNull();
});

test('logging out anyway leaves nothing behind', async () => {
  submit = () => Response.json({ error: 'No' }, { status: 503 });
  press('Logout');
  await screen.findByText(/Some entries haven’t been sent yet/);
  press('Log out anyway');
  await screen.findByText('Signed out');
  expect(pending()).toBe(0);
});
