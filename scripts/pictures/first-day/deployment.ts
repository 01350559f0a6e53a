import type { Browser, BrowserContext } from '@playwright/test';
import { completeSecrets } from '../../../server/auth/keys.ts';
import { spawnPortal, type Portal } from '../../../server/testing/spawn-portal.ts';

export const SITE = 'https://portal.clinic.example';
export const ZONE = 'America/New_York';
export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

export async function startEmpty(smtpUrl: string): Promise<Portal> {
  const { jwtSecret, anonKey, serviceRoleKey } = await completeSecrets({});
  return spawnPortal({
    env: {
      NODE_ENV: 'production',
      SITE_URL: SITE,
      TRUST_PROXY: 'true',
      JWT_SECRET: jwtSecret,
      SUPABASE_ANON_KEY: anonKey,
      SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
      SMTP_URL: smtpUrl,
      MAIL_FROM: 'Béa <care@clinic.example>',
      COACH_NAME: 'Sam Vega',
      CLINIC_TIME_ZONE: ZONE,
    },
  });
}

/** A browser that reaches the portal at its own address, as behind a clinic's proxy. */
export async function openPortal(
  browser: Browser,
  { url }: Portal,
  viewport: typeof DESK,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    timezoneId: ZONE,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  await context.route(`${SITE}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const headers = {
      ...route.request().headers(),
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'https',
    };
    await route.fulfill({ response: await route.fetch({ url: `${url}${pathname}${search}`, headers }) });
  });
  return context;
}
