import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '@/components/feedback/toaster.tsx';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { storageKey } from '@/lib/backend/stored-session.ts';
import Passkeys from './passkeys.tsx';

const user = { id: 'robin', email: 'robin@example.com' };
const session = {
  access_token: 'a.b.c',
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user,
};
const passkeyNumber = (n: number) => ({
  id: `passkey-${n}`,
  friendly_name: `Phone ${n}`,
  created_at: '2026-11-16T12:00:00Z',
});

let kept: number;
let otherDeviceAdds: number;

beforeEach(async () => {
  [kept, otherDeviceAdds] = [9, 0];
  vi.stubGlobal('PublicKeyCredential', vi.fn<() => void>());
  Object.assign(navigator, { credentials: { create: vi.fn<() => void>(), get: vi.fn<() => void>() } });
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input, 'http://localhost:3000');
    if (pathname === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    if (pathname === '/auth/v1/settings') return Response.json({ passkeys_enabled: true });
    if (pathname.endsWith('/passkeys'))
      return Response.json(Array.from({ length: kept }, (_, n) => passkeyNumber(n)));
    kept += otherDeviceAdds;
    // GoTrue's answer when our database refuses.
    return Response.json(
      { error_code: 'unexpected_failure', msg: 'Unexpected failure, please check server logs' },
      { status: 500 },
    );
  });
  await loadConfig();
  localStorage.setItem(storageKey(), JSON.stringify(session));
  setUser(user);
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'credentials');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function add(): Promise<string | null> {
  render(
    <QueryClientProvider client={queryClient}>
      <Passkeys userId={user.id} />
      <Toaster />
    </QueryClientProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  return (await screen.findByRole('alert')).textContent;
}

test('an 11th passkey gets its words here, because GoTrue gives no reason when the database refuses it', async () => {
  otherDeviceAdds = 1;
  expect(await add()).toContain('You have 10 passkeys. Remove one first.');
});

test('an auth service that fails without a reason shows neither its words nor a limit', async () => {
  const words = await add();
  expect(words).toContain('Something went wrong. Please try again.');
  expect(words).not.toContain('server logs');
});
