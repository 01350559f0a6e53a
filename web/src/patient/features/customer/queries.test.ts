import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { customerQuery } from './queries.ts';

let answer: () => Response;
const asked = vi.fn<(url: string) => void>();

beforeEach(async () => {
  asked.mockClear();
  vi.stubGlobal('fetch', async (input: string) => {
    if (input === '/config.json')
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    asked(input);
    return answer();
  });
  await loadConfig();
});

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const load = (userId: string) => queryClient.fetchQuery({ ...customerQuery(userId), retry: false });

test('User ID is required: without one no request is made', async () => {
  await expect(load('')).rejects.toThrow('User ID is required');
  expect(asked).not.toHaveBeenCalled();
});

test('a record that cannot be fetched fails with the server’s message', async () => {
  answer = () => Response.json({ code: '57P03', message: 'The database is starting up' }, { status: 503 });
  await expect(load('robin')).rejects.toThrow('The database is starting up');
});

test.each<[string, () => Response]>([
  ['the server gives no message', () => new Response('', { status: 502 })],
  [
    'nothing comes back',
    () => {
      throw new TypeError('Load failed');
    },
  ],
])('if %s, it says Failed to fetch customer info', async (_, broken) => {
  answer = broken;
  await expect(load('robin')).rejects.toThrow('Failed to fetch customer info');
});

test('a patient without a record has none, and nothing failed', async () => {
  answer = () => Response.json({ code: 'PGRST116', message: 'No row' }, { status: 406 });
  await expect(load('robin')).resolves.toBeNull();
});
