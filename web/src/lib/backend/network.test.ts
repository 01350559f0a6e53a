import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from './config.ts';
import { isOffline, onNetworkChange } from './network.ts';

const asked = vi.fn<typeof fetch>();

beforeEach(async () => {
  vi.stubGlobal('fetch', asked);
  asked.mockResolvedValue(Response.json({ supabaseUrl: 'https://clinic.example', supabaseAnonKey: 'key' }));
  await loadConfig();
  asked.mockReset();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const browserSays = (online: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);

test('online, no one is asked', async () => {
  browserSays(true);
  expect(await isOffline()).toBe(false);
  expect(asked).not.toHaveBeenCalled();
});

test('offline, the clinic’s own server decides, whatever it answers, and is asked once at a time', async () => {
  browserSays(false);
  asked.mockResolvedValue(new Response(null, { status: 404 }));
  expect(await Promise.all([isOffline(), isOffline()])).toEqual([false, false]);
  expect(asked.mock.calls.map(([url]) => url)).toEqual(['https://clinic.example/health']);
  asked.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await isOffline()).toBe(true);
});

test('a server that does not respond is out of reach after three seconds', async () => {
  browserSays(false);
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
  asked.mockImplementation(
    (_, init) =>
      new Promise((_answer, refuse) => {
        init!.signal!.addEventListener('abort', () => refuse(new DOMException('Too late', 'TimeoutError')));
      }),
  );
  const answer = isOffline();
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  patience.abort();
  expect(await answer).toBe(true);
  expect(timeout).toHaveBeenCalledWith(3_000);
});

test('an offline browser is checked again and again, an online one is not', () => {
  vi.useFakeTimers();
  const state = browserSays(false);
  const looked = vi.fn<() => void>();
  const leave = onNetworkChange(looked);
  vi.advanceTimersByTime(10_000);
  expect(looked).toHaveBeenCalledTimes(2);
  state.mockReturnValue(true);
  vi.advanceTimersByTime(10_000);
  expect(looked).toHaveBeenCalledTimes(2);
  leave();
});
