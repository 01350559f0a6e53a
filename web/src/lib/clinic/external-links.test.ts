import { afterEach, expect, test, vi } from 'vitest';
import { loadConfig } from '@/lib/backend/config.ts';
import { externalLink } from './external-links.ts';

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

test('links without their own file go to a page', async () => {
  await configured();
  expect(externalLink('coachWelcomeVideo')).toBe('/coach-welcome');
  expect(externalLink('experienceSurvey')).toBe('/share-experience');
  expect(externalLink('preparationGuide')).toBe('/learn?collection=before-you-start');
});

test('a clinic sets its own address in the settings of the server or the build', async () => {
  vi.stubEnv('VITE_LINK_PRIVACY_POLICY', 'https://clinic.example/built');
  await configured();
  expect(externalLink('privacyPolicy')).toBe('https://clinic.example/built');
  const own = {
    privacyPolicy: 'https://clinic.example/privacy',
    coachWelcomeVideo: 'https://clinic.example/welcome',
    experienceSurvey: 'https://clinic.example/survey',
  };
  await configured(own);
  for (const [key, address] of Object.entries(own))
    expect(externalLink(key as keyof typeof own)).toBe(address);
  expect(externalLink('eventsPage')).toBe('/learn?collection=events');
});

test.each([
  'javascript:alert(1)',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  'clinic.example',
  '',
])('%j is not an address, so the default stays', async (privacyPolicy) => {
  await configured({ privacyPolicy });
  expect(externalLink('privacyPolicy')).toBe('/privacy-policy');
});
