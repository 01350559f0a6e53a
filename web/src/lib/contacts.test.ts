import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from './config.ts';
import { contact, mailTo } from './contacts.ts';
import { reviewWords } from './review-words.ts';

async function configured(contacts?: Record<string, unknown>) {
  vi.stubGlobal('fetch', async () =>
    Response.json({ supabaseUrl: 'https://portal.example', supabaseAnonKey: 'anon-key', contacts }),
  );
  await loadConfig();
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('the people of the demonstration answer unless a clinic names its own', async () => {
  await configured();
  expect(contact('coachName')).toBe('Marisol Vega');
  expect(contact('coachBio')).toContain('Marisol');
  vi.stubEnv('VITE_COACH_NAME', 'Ida Brandt');
  expect(contact('coachName')).toBe('Ida Brandt');
  expect(contact('coachBio')).toBe('');
  await configured({ coachName: 'Jo Park', coachEmail: 'jo@clinic.example' });
  expect(contact('coachName')).toBe('Jo Park');
  expect(contact('coachEmail')).toBe('jo@clinic.example');
});

test.each(['not an address', 'a@b?bcc=other@example.com', '', ' ', 7])(
  '%j is no mail address, so the default stays',
  async (coachEmail) => {
    await configured({ coachEmail });
    expect(contact('coachEmail')).toBe('coach@example.com');
  },
);

test.each([
  ['2026-12-01', 'Last reviewed December 1, 2026'],
  ['2026-11-15', 'Last reviewed November 15, 2026'],
  ['2026-11-14', 'Last updated November 15, 2026'],
  ['last week', 'Last updated November 15, 2026'],
  [undefined, 'Last updated November 15, 2026'],
])('a clinic that has read everything on %s: %s', async (contentReviewed, words) => {
  await configured({ contentReviewed });
  expect(reviewWords(new Date('2026-11-15T00:00').getTime())).toBe(words);
});

test('a mail carries its subject, whatever is in it', async () => {
  await configured();
  expect(mailTo('supportEmail', 'Me & you?')).toBe('mailto:support@example.com?subject=Me%20%26%20you%3F');
});
