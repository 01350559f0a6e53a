import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@/lib/backend/app-error.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { storageKey } from '@/lib/backend/stored-session.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';
import type { Entry } from './entry.ts';
import { sendPending, submitEntry } from './pending-entries.ts';
import { isOffline } from '@/lib/backend/network.ts';
import { sendEntry } from './send-entry.ts';
import { pendingEntries } from './pending-store.ts';

vi.mock('./send-entry.ts', () => ({ sendEntry: vi.fn() }));
vi.mock('@/lib/dates/shown-zone.ts', () => ({ shownZone: vi.fn(() => 'Etc/UTC') }));
vi.mock('@/lib/backend/network.ts', () => ({
  isOffline: vi.fn(async () => false),
  onNetworkChange: vi.fn(),
}));
const send = vi.mocked(sendEntry);

const patient = 'a4e7a1c2-93c0-4a53-8a06-2f1f5b1c0a11';
const [first, second] = ['0d6a3a52-8a3e-4a38-9b0a-6d1f1f0f0001', '0d6a3a52-8a3e-4a38-9b0a-6d1f1f0f0002'];
const high: Entry = { kind: 'ovulation', result: 'High (Rising LH)' };
const form = (id = first) => ({ userId: patient, id });
const online = (value: boolean) => vi.mocked(isOffline).mockResolvedValue(!value);
const signIn = (id: string) =>
  localStorage.setItem(storageKey(), JSON.stringify({ access_token: 'token', expires_at: 0, user: { id } }));
const signOut = () => localStorage.removeItem(storageKey());
const kept = () => pendingEntries(patient).map(({ id }) => id);

beforeEach(async () => {
  vi.stubEnv('VITE_SUPABASE_URL', 'http://localhost:3000');
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'public-key');
  await loadConfig();
  localStorage.clear();
  signIn(patient);
  send.mockReset().mockResolvedValue({ cycle: null });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('online, an entry is sent and nothing is kept', async () => {
  online(true);
  await expect(submitEntry(high, form())).resolves.toEqual({ pending: false, cycle: null });
  expect(kept()).toEqual([]);
});

test('a call that fails while online is shown by the form: nothing is kept', async () => {
  online(true);
  send.mockRejectedValue(new AppError('no_answer'));
  await expect(submitEntry(high, form())).rejects.toThrow(AppError);
  expect(kept()).toEqual([]);
});

test('offline, an entry is kept with the time it was logged, and is not sent', async () => {
  online(false);
  vi.useFakeTimers({ now: new Date('2026-11-15T09:30:00Z') });
  await submitEntry(high, form());
  vi.useRealTimers();
  expect(send).not.toHaveBeenCalled();
  expect(pendingEntries(patient)).toMatchObject([
    { entry: { takenAt: '2026-11-15T09:30:00.000Z' }, keptAt: Date.parse('2026-11-15T09:30:00Z') },
  ]);
});

test('a waiting entry is sent with the time and zone it was filled in', async () => {
  online(false);
  vi.mocked(shownZone).mockReturnValueOnce('Asia/Tokyo');
  await submitEntry({ kind: 'pregnancy', result: 'positive', date: '2026-11-15T09:30:00Z' }, form());
  online(true);
  const { keptAt } = pendingEntries(patient)[0]!;
  await sendPending(patient);
  expect(send.mock.calls[0]![2]).toMatchObject({ keptAt, keptIn: 'Asia/Tokyo' });
});

test('losing the network during the call keeps the entry under the same id', async () => {
  online(true);
  send.mockImplementation(() => {
    online(false);
    return Promise.reject(new AppError('no_answer'));
  });
  await expect(submitEntry(high, form())).resolves.toMatchObject({ pending: true });
  expect(kept()).toEqual([first]);
});

test.each([
  ['nobody', signOut],
  ['somebody else', () => signIn('somebody-else')],
])('with %s signed in by the time the network is gone, nothing is kept', async (_who, leave) => {
  online(true);
  send.mockImplementation(() => {
    online(false);
    leave();
    return Promise.reject(new AppError('no_answer'));
  });
  await expect(submitEntry(high, form())).rejects.toMatchObject({ code: 'signed_out' });
  expect(kept()).toEqual([]);
});

test('waiting entries are sent once, in order, each under its own id, and never to someone else', async () => {
  online(false);
  await submitEntry(high, form(first));
  await submitEntry({ kind: 'before-treatment', response: 'neutral' }, form(second));
  signIn('somebody-else');
  await submitEntry(high, { userId: 'somebody-else', id: second });
  signIn(patient);
  online(true);
  await Promise.all([sendPending(patient), sendPending(patient)]);
  expect(send.mock.calls.map(([, sender]) => sender)).toMatchObject([form(first), form(second)]);
  expect(kept()).toEqual([]);
  expect(pendingEntries('somebody-else')).toHaveLength(1);
});

test.each([
  [new AppError('no_answer'), [first], false],
  [new AppError('unexpected_failure', '', 500), [first], false],
  [new AppError('submission_reused', '', 409), [], false],
  [new AppError('invalid_input', '', 400), [first], true],
])(
  '%s: an entry is dropped only when it arrived, and refused only when it is wrong',
  async (error, left, refused) => {
    online(false);
    await submitEntry(high, form());
    online(true);
    vi.spyOn(console, 'error').mockReturnValue();
    send.mockRejectedValue(error);
    await sendPending(patient);
    expect(kept()).toEqual(left);
    expect(pendingEntries(patient).some((entry) => entry.refused)).toBe(refused);
  },
);

test('foreign or broken data is skipped', () => {
  localStorage.setItem(`bea-waiting:${patient}:x`, '{broken');
  localStorage.setItem(`bea-waiting:${patient}:y`, '{"id":"y"}');
  expect(kept()).toEqual([]);
});
