import {
  AUTO_REFRESH_TICK_DURATION_MS,
  EXPIRY_MARGIN_MS,
} from '@supabase/auth-js/dist/module/lib/constants.js';
import { afterEach, expect, test, vi } from 'vitest';
import { openRealtime } from '@/lib/live/realtime.ts';
import { AppError } from './app-error.ts';
import { loadConfig } from './config.ts';
import { queryClient } from './query-client.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
});

const serve = (answer: (url: string) => Response) =>
  vi.stubGlobal('fetch', async (input: string) =>
    input === '/config.json'
      ? Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' })
      : answer(input),
  );

test('a token is checked every 30 seconds and renewed in its last 90', () => {
  expect(AUTO_REFRESH_TICK_DURATION_MS).toBe(30 * SECOND);
  expect(EXPIRY_MARGIN_MS).toBe(90 * SECOND);
});

test('an unanswered renewal is retried after 200 ms, then twice as long each time, for at most 30 seconds', async () => {
  vi.useFakeTimers();
  vi.resetModules(); // a page of its own: the auth client stays as long as its page
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'warn').mockReturnValue();
  const tries: number[] = [];
  serve(() => {
    tries.push(Date.now());
    return new Response(null, { status: 503 });
  });
  await (await import('./config.ts')).loadConfig();
  const { auth } = await import('./supabase.ts');
  const ended = {
    access_token: 'a.b.c',
    refresh_token: 'r',
    expires_in: 600,
    expires_at: 1,
    token_type: 'bearer',
  };
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify({ ...ended, user: { id: 'robin' } }));
  const client = await auth();
  await vi.advanceTimersByTimeAsync(MINUTE / 2 - SECOND);
  const waits = tries.slice(1).map((at, index) => at - tries[index]!);
  expect(waits.slice(0, 5)).toEqual([200, 400, 800, 1600, 3200]);
  expect(tries.at(-1)! - tries[0]!).toBeLessThan(30 * SECOND);
  await client.stopAutoRefresh();
});

test('a live connection comes back after 1, 2, 5 and 10 seconds, and then every 10', async () => {
  serve(() => new Response(null, { status: 503 }));
  await loadConfig();
  const { reconnectAfterMs } = openRealtime(async () => null);
  expect([1, 2, 3, 4, 5, 6, 20].map((tries) => reconnectAfterMs(tries) / SECOND)).toEqual([
    1, 2, 5, 10, 10, 10, 10,
  ]);
});

test('read data is kept for 5 minutes, and a temporary failure is retried 3 times, at most 30 seconds apart', () => {
  const { gcTime, retry, retryDelay } = queryClient.getDefaultOptions().queries!;
  expect(gcTime).toBe(5 * MINUTE);
  const mayAskAgain = retry as (failures: number, error: Error) => boolean;
  const lost = new AppError('no_answer');
  expect([0, 1, 2, 3].map((failures) => mayAskAgain(failures, lost))).toEqual([true, true, true, false]);
  expect(mayAskAgain(0, new AppError('not_allowed', '', 403))).toBe(false);
  const wait = retryDelay as (failures: number) => number;
  expect([0, 1, 2, 3, 10].map(wait)).toEqual([1, 2, 4, 8, 30].map((seconds) => seconds * SECOND));
});
