import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from './config.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const serve = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer());
const given = { supabaseUrl: 'https://clinic.example', supabaseAnonKey: 'anon-key' };

test('the settings come from /config.json', async () => {
  serve(() => Response.json(given));
  expect(await loadConfig()).toEqual(given);
});

test.each([
  ['today’s key', { VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_key' }, 'sb_publishable_key'],
  ['the older key', { VITE_SUPABASE_ANON_KEY: 'built-key' }, 'built-key'],
  [
    'today’s key before the older one',
    { VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_key', VITE_SUPABASE_ANON_KEY: 'built-key' },
    'sb_publishable_key',
  ],
])('settings given at build time need no file: %s', async (_, keys, supabaseAnonKey) => {
  vi.stubEnv('VITE_SUPABASE_URL', 'https://built.example');
  for (const [name, key] of Object.entries(keys)) vi.stubEnv(name, key);
  serve(() => new Response(null, { status: 500 }));
  expect(await loadConfig()).toEqual({ supabaseUrl: 'https://built.example', supabaseAnonKey });
});

test.each([
  ['there is no file', () => new Response('Not found', { status: 404 })],
  ['a page comes instead of it', () => new Response('<!doctype html>')],
  ['the key is empty', () => Response.json({ ...given, supabaseAnonKey: '' })],
  ['the address is no web address', () => Response.json({ ...given, supabaseUrl: 'clinic' })],
])('the portal refuses to start when %s', async (_, answer) => {
  serve(answer);
  await expect(loadConfig()).rejects.toMatchObject({ kind: 'missing' });
});

test('a server that does not respond differs from missing settings', async () => {
  serve(() => new Response(null, { status: 503 }));
  await expect(loadConfig()).rejects.toMatchObject({ kind: 'unreachable' });
});
