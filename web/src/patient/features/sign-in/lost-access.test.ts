import { afterEach, expect, test, vi } from 'vitest';
import { currentToast, dismissToast } from '@/components/feedback/toast-store.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { tellIfUninvited } from './lost-access.ts';

const robin = { id: 'user-1', email: 'robin@example.com' };

async function whereInvitationsAnswer(answer: Response) {
  vi.stubGlobal('fetch', async (input: string) =>
    input === '/config.json'
      ? Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' })
      : answer,
  );
  await loadConfig();
  await tellIfUninvited(robin);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  dismissToast(currentToast()?.id ?? 0);
});

test('whoever is not invited any more is told so when their session ends', async () => {
  await whereInvitationsAnswer(Response.json({ message: 'Please ask your clinic.' }, { status: 403 }));
  expect(currentToast()).toMatchObject({
    title: 'Unauthorized Email',
    description: 'Please ask your clinic. If you changed your email address, log in with the new one.',
  });
});

test.each([200, 429, 500])('an answer of %i gives nothing to say', async (status) => {
  vi.spyOn(console, 'error').mockReturnValue();
  await whereInvitationsAnswer(Response.json({ message: 'x' }, { status }));
  expect(currentToast()?.open ?? false).toBe(false);
});
