import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { clinicSays, mailTo } from './clinic.ts';

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

test('the care team is shown unless a clinic names a coach, and no one has another person’s face or story', async () => {
  await configured();
  expect(clinicSays('coachName')).toBe('Your care team');
  expect(clinicSays('coachPortrait')).toBe('consultation');
  vi.stubEnv('VITE_COACH_NAME', 'Ida Brandt');
  expect(clinicSays('coachName')).toBe('Ida Brandt');
  expect(clinicSays('coachBio')).toBe('');
  expect(clinicSays('coachPortrait')).toBe('');
  await configured({ coachName: 'Jo Park', coachEmail: 'jo@clinic.example' });
  expect(clinicSays('coachName')).toBe('Jo Park');
  expect(clinicSays('coachEmail')).toBe('jo@clinic.example');
});

test.each(['not an address', 'a@b?bcc=other@example.com', '', ' ', 7])(
  '%j is not an email address, so the default stays',
  async (coachEmail) => {
    await configured({ coachEmail });
    expect(clinicSays('coachEmail')).toBe('coach@example.com');
  },
);

test('an email link has its subject, whatever is in it', async () => {
  await configured();
  expect(mailTo(clinicSays('supportEmail'), 'Me & you?')).toBe(
    'mailto:support@example.com?subject=Me%20%26%20you%3F',
  );
});
