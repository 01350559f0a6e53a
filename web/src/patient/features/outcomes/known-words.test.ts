import { afterEach, expect, test, vi } from 'vitest';
import { instantFromIso } from '@domain/time/instant.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { knownWords } from './known-words.ts';

afterEach(() => vi.unstubAllGlobals());

test('no one is said to know of a loss that was reported at night, until the clinic opens', async () => {
  const contacts = { clinicTimeZone: 'America/New_York' };
  vi.stubGlobal('fetch', async () =>
    Response.json({ supabaseUrl: 'https://portal.example', supabaseAnonKey: 'anon-key', contacts }),
  );
  await loadConfig();
  const night = instantFromIso('2026-11-19T05:24:00Z');
  const [evening, morning] = [instantFromIso('2026-11-19T02:00:00Z'), instantFromIso('2026-11-19T13:00:00Z')];
  expect(knownWords({ at: night, byTeam: false }, night)).toBe(
    'Your coach and your clinician will read this when the clinic opens.',
  );
  expect(knownWords({ at: night, byTeam: false }, morning)).toBe('Your coach and your clinician know.');
  expect(knownWords({ at: evening, byTeam: false }, night)).toBe('Your coach and your clinician know.');
  expect(knownWords({ at: night, byTeam: true }, night)).toBe('Your coach and your clinician know.');
});
