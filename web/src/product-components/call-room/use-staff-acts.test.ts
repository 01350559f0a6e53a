import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { storageKey } from '@/lib/backend/stored-session.ts';
import { lastAct } from '@/lib/care-team/acts.ts';
import { useStaffActs } from './use-staff-acts.ts';

const MINUTE = 60_000;
let reports: string[];
let answer: () => Response;

beforeEach(async () => {
  localStorage.clear();
  vi.stubEnv('VITE_SUPABASE_URL', 'https://portal.example');
  vi.stubEnv('VITE_SUPABASE_PUBLISHABLE_KEY', 'public-key');
  await loadConfig();
  reports = [];
  answer = () => Response.json({}, { status: 500 });
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    reports.push(`${method} ${new URL(url).pathname}`);
    return answer();
  });
  vi.useFakeTimers({ now: Date.parse('2026-11-16T09:00:00Z') });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  localStorage.clear();
});

const signedIn = () =>
  localStorage.setItem(
    storageKey(),
    JSON.stringify({
      access_token: 'token',
      expires_at: Date.now() / 1000 + 3600,
      user: { id: 'marisol', email: 'coach@example.com' },
    }),
  );
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('being in a call counts as the host’s activity, until they leave', async () => {
  const { unmount } = renderHook(() => useStaffActs(true));
  await wait(20 * MINUTE);
  const left = Date.now();
  expect(left - lastAct()).toBeLessThanOrEqual(MINUTE);
  unmount();
  await wait(5 * MINUTE);
  expect(lastAct()).toBeLessThanOrEqual(left);
});

test('it is reported to the server once a minute, even if no workspace tab is open', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  signedIn();
  const { unmount } = renderHook(() => useStaffActs(true));
  await wait(20 * MINUTE); // and whatever it fails with once is reported again
  expect(reports).toHaveLength(21);
  expect(new Set(reports)).toEqual(new Set(['POST /functions/v1/team-session']));
  unmount();
  await wait(5 * MINUTE);
  expect(reports).toHaveLength(21);
});

test('a session that does not count is not reported again', async () => {
  signedIn();
  answer = () => Response.json({ code: 'second_factor_required', message: 'No' }, { status: 403 });
  renderHook(() => useStaffActs(true));
  await wait(20 * MINUTE);
  expect(reports).toHaveLength(1);
});

test('a host with only the link has nothing to report', async () => {
  renderHook(() => useStaffActs(true));
  await wait(5 * MINUTE);
  expect(reports).toEqual([]);
});

test('a patient in a call reports nothing', async () => {
  signedIn();
  renderHook(() => useStaffActs(false));
  await wait(5 * MINUTE);
  expect(lastAct()).toBe(0);
  expect(reports).toEqual([]);
});
