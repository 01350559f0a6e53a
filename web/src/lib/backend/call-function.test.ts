import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { callFunction } from './call-function.ts';
import { loadConfig } from './config.ts';

let answer: () => Response;
let sent: Request | undefined;

beforeEach(async () => {
  localStorage.clear();
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    if (input === '/config.json') {
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    }
    sent = new Request(input, init);
    return answer();
  });
  await loadConfig();
});

afterEach(() => vi.unstubAllGlobals());

test('a call carries the zone, the public key and the submission id', async () => {
  answer = () => Response.json({ stored: true });
  const stored = await callFunction('submit-result', {
    body: { result: 'positive' },
    idempotencyKey: 'b7e1',
    answer: z.object({ stored: z.boolean() }),
  });
  expect(stored).toEqual({ stored: true });
  expect(sent?.url).toBe('http://localhost:3000/functions/v1/submit-result');
  expect(Object.fromEntries(sent!.headers)).toMatchObject({
    apikey: 'anon-key',
    authorization: 'Bearer anon-key',
    'content-type': 'application/json',
    'idempotency-key': 'b7e1',
    'x-client-timezone': Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  expect(await sent!.json()).toEqual({ result: 'positive' });
});

test('an entry from elsewhere carries the zone it was written in', async () => {
  answer = () => Response.json({});
  await callFunction('log-period', { body: {}, zone: 'Asia/Tokyo' });
  expect(sent?.headers.get('x-client-timezone')).toBe('Asia/Tokyo');
});

test('public data is requested with the public key alone', async () => {
  answer = () => Response.json([]);
  const session = { access_token: 'patient-token', expires_at: Date.now() / 1000 + 600, user: { id: 'ada' } };
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session));
  await callFunction('submit-result');
  expect(sent?.headers.get('authorization')).toBe('Bearer patient-token');
  await callFunction('get-blog-posts', { method: 'GET', anonymous: true });
  expect(sent?.headers.get('authorization')).toBe('Bearer anon-key');
});

test('one person’s entry is never sent as the next person on the device', async () => {
  sent = undefined;
  const session = { access_token: 'next-token', expires_at: Date.now() / 1000 + 600, user: { id: 'next' } };
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session));
  await expect(callFunction('submit-result', { owner: 'ada' })).rejects.toMatchObject({ code: 'signed_out' });
  expect(sent).toBeUndefined();
});

test("a refusal is thrown with the server's code, message and status", async () => {
  answer = () => Response.json({ code: 'slot_taken', message: 'This time is gone.' }, { status: 409 });
  await expect(callFunction('book')).rejects.toMatchObject({
    code: 'slot_taken',
    message: 'This time is gone.',
    status: 409,
  });
});

test('a refusal without readable words still has its status', async () => {
  answer = () => new Response('<html>', { status: 502 });
  await expect(callFunction('book')).rejects.toMatchObject({ code: 'unknown', message: '', status: 502 });
});

test('no response, or one in another shape, is a failure with a code', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  await expect(callFunction('book')).rejects.toMatchObject({ code: 'no_answer', status: 0 });
  answer = () => Response.json({ other: 1 });
  const shape = z.object({ stored: z.boolean() });
  await expect(callFunction('book', { answer: shape })).rejects.toMatchObject({ code: 'unreadable_answer' });
});
