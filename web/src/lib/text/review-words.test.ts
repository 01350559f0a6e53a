import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { reviewWords } from './review-words.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

describe.each(['Pacific/Kiritimati', 'America/Los_Angeles'])('in %s', (zone) => {
  test.each([
    ['2026-12-01', 'Last reviewed December 1, 2026'],
    ['2026-11-15', 'Last reviewed November 15, 2026'],
    ['2026-11-14', 'Last updated November 15, 2026'],
    ['2026-13-01', 'Last updated November 15, 2026'],
    ['last week', 'Last updated November 15, 2026'],
    [undefined, 'Last updated November 15, 2026'],
  ])('a clinic that has read everything on %s: %s', async (contentReviewed, words) => {
    vi.stubEnv('TZ', zone);
    vi.stubGlobal('fetch', async () =>
      Response.json({
        supabaseUrl: 'https://portal.example',
        supabaseAnonKey: 'anon-key',
        contacts: { contentReviewed },
      }),
    );
    await loadConfig();
    expect(reviewWords('2026-11-15')).toBe(words);
  });
});
