import { afterEach, expect, test, vi } from 'vitest';
import { currentToast, dismissToast } from '@/components/feedback/toast-store.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { setUser } from '@/lib/backend/session.ts';
import { storageKey } from '@/lib/backend/stored-session.ts';
import { explainLoss } from './lost-access.ts';

const robin = { id: 'user-1', email: 'robin@example.com' };

async function whereInvitationsAnswer(answer: Response) {
  vi.stubGlobal('fetch', async (input: string) =>
    input === '/config.json'
      ? Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' })
      : answer,
  );
  await loadConfig();
  await explainLoss(robin);
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  setUser(null);
  dismissToast(currentToast()?.id ?? 0);
});

test('a patient who is no longer invited is told so when their session ends', async () => {
  await whereInvitationsAnswer(Response.json({ message: 'Please ask your clinic.' }, { status: 403 }));
  expect(currentToast()).toMatchObject({
    title: 'Unauthorized Email',
    description: 'Please ask your clinic. If you changed your email address, log in with the new one.',
  });
});

test.each([200, 429, 500])('an answer of %i shows no message', async (status) => {
  vi.spyOn(console, 'error').mockReturnValue();
  await whereInvitationsAnswer(Response.json({ message: 'x' }, { status }));
  expect(currentToast()?.open ?? false).toBe(false);
});

/** Someone with a session but no record, and the answers they get from the care team's functions. */
async function whereTeamAnswers(answer: Response, aal = 'aal1') {
  const replace = vi.fn<(address: string) => void>();
  vi.stubGlobal('location', { replace });
  vi.stubGlobal('fetch', async (input: string) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    return input.endsWith('/team-session') ? answer : new Response(null, { status: 204 });
  });
  await loadConfig();
  const session = {
    access_token: `a.${btoa(JSON.stringify({ aal }))}.c`,
    refresh_token: 'r',
    expires_at: 9e9,
    user: robin,
  };
  localStorage.setItem(storageKey(), JSON.stringify(session));
  setUser(robin);
  await explainLoss(robin);
  return replace;
}

const person = {
  id: 'b3b7c1de-8f0e-4c59-9a57-3d6a7f1f3c11',
  name: 'Marisol Vega',
  role: 'coach',
  timeZone: 'America/New_York',
  endsAt: '2026-11-16T20:00:00Z',
  idleAt: '2026-11-16T08:15:00Z',
  idleMinutes: 15,
};
const refused = (code: string) => Response.json({ code, message: '' }, { status: 403 });

test.each([
  ['is at work', 'aal2', () => Response.json(person)],
  ['has shown no factor yet', 'aal1', () => refused('second_factor_required')],
  ['has to sign in again', 'aal2', () => refused('session_too_old')],
  ['has a locked session', 'aal2', () => refused('session_locked')],
  ['waits for a clinician to agree to their role', 'aal2', () => refused('not_allowed')],
])('a care team member who %s is taken to the workspace, and stays signed in', async (_, aal, answer) => {
  const replace = await whereTeamAnswers(answer(), aal);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/team');
  expect(localStorage.getItem(storageKey())).not.toBeNull();
  expect(currentToast()?.open ?? false).toBe(false);
});

test.each([
  ['is not of the care team', () => refused('not_allowed')],
  ['cannot be asked about', () => Response.json({}, { status: 404 })],
])('someone without a record who %s is signed out with an explanation', async (_, answer) => {
  const replace = await whereTeamAnswers(answer());
  expect(replace).not.toHaveBeenCalled();
  expect(localStorage.getItem(storageKey())).toBeNull();
  expect(currentToast()).toMatchObject({ title: 'Unauthorized Email' });
});
