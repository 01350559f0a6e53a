import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '@/components/feedback/toaster.tsx';
import { loadConfig } from '@/lib/backend/config.ts';
import { PasskeySignIn } from './passkey-sign-in.tsx';

let options: () => Response;

beforeEach(async () => {
  vi.stubGlobal('PublicKeyCredential', { isConditionalMediationAvailable: () => Promise.resolve(true) });
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: { create() {}, get() {} } } }));
  vi.stubGlobal('fetch', async (input: string | URL) => {
    if (String(input) === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    return String(input).endsWith('/settings') ? Response.json({ passkeys_enabled: true }) : options();
  });
  await loadConfig();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function useThePage() {
  render(
    <>
      <PasskeySignIn disabled={false} onSignedIn={() => undefined} />
      <Toaster />
    </>,
  );
  await screen.findByRole('button', { name: 'Sign in with a passkey' });
  fireEvent.pointerMove(document.body);
}

test('if the browser’s offer of a passkey fails without an explanation, no one reads about it', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  options = () => new Response(null, { status: 503 });
  await useThePage();
  await waitFor(() => expect(logged).toHaveBeenCalled());
  expect(screen.queryByTestId('toast')).toBeNull();
});

test('a refusal in words is shown', async () => {
  options = () => Response.json({ code: 'over_request_rate_limit', msg: 'Please wait.' }, { status: 429 });
  await useThePage();
  expect((await screen.findByTestId('toast')).textContent).toContain('Please wait.');
});
