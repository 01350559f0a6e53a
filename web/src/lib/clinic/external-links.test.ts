import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { externalLink, hasSurvey } from './external-links.ts';

async function configured(links?: Record<string, unknown>) {
  vi.stubGlobal('fetch', async () =>
    Response.json({ supabaseUrl: 'https://portal.example', supabaseAnonKey: 'anon-key', links }),
  );
  await loadConfig();
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test('links lead to what comes with the product', async () => {
  await configured();
  expect(externalLink('privacyPolicy')).toBe('/privacy-policy');
  expect(externalLink('opkGuide')).toBe(
    'https://portal.example/storage/v1/object/public/guides/opk-guide.pdf',
  );
});

test('what has no film and no guide of its own leads to a page with the same in words', async () => {
  await configured();
  expect(externalLink('coachWelcomeVideo')).toBe('/coach-welcome');
  expect(externalLink('preparationGuide')).toBe('/learn?collection=before-you-start');
});

test('there is a survey only where the clinic has set one', async () => {
  await configured();
  expect(hasSurvey()).toBe(false);
  await configured({ experienceSurvey: 'https://clinic.example/survey' });
  expect(hasSurvey()).toBe(true);
});

test('a clinic puts its own address in the settings of the server or of the build', async () => {
  vi.stubEnv('VITE_LINK_PRIVACY_POLICY', 'https://clinic.example/built');
  await configured();
  expect(externalLink('privacyPolicy')).toBe('https://clinic.example/built');
  await configured({ privacyPolicy: 'https://clinic.example/privacy' });
  expect(externalLink('privacyPolicy')).toBe('https://clinic.example/privacy');
  expect(externalLink('eventsPage')).toBe('/learn?collection=events');
});

test.each(['javascript:alert(1)', '//elsewhere.example', 'clinic.example', ''])(
  '%j is no address, so the default stays',
  async (privacyPolicy) => {
    await configured({ privacyPolicy });
    expect(externalLink('privacyPolicy')).toBe('/privacy-policy');
  },
);
