import { afterEach, expect, test, vi } from 'vitest';
import { openRealtime } from './realtime.ts';

vi.mock('@/lib/backend/config.ts', () => ({
  config: () => ({ supabaseUrl: 'http://portal.example', supabaseAnonKey: 'key' }),
}));

/** A server that drops everyone at once. */
class Refusing extends EventTarget {
  static opened = 0;
  readyState = 0;
  bufferedAmount = 0;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    super();
    Refusing.opened += 1;
    setTimeout(() => this.close(), 1);
  }
  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('a client signed out by the token request is not reconnected', async () => {
  vi.stubGlobal('WebSocket', Refusing);
  vi.useFakeTimers();
  const late: ((token: null) => void)[] = [];
  // The question with which it connects is answered after the page has gone; coming back waits for it, too.
  const token = vi
    .fn<() => Promise<string | null>>(() => new Promise((resolve) => late.push(resolve)))
    .mockResolvedValueOnce('token');
  const client = openRealtime(token);
  await client.setAuth();
  client.channel('team:today', { config: { private: true } }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(5_000);
  expect([Refusing.opened, late.length]).toEqual([1, 1]);
  void client.disconnect();
  late[0]!(null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(Refusing.opened).toBe(1);
});
