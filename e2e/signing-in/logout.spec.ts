import type { Page } from '@playwright/test';
import { expect, signInOnScreen, test } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('Logout leaves nothing of the patient on the device', async ({ page, clinic }) => {
  const email = await clinic.patient('Lorna');
  const [row] = await clinic.sql('select user_id from public.customers where customer_email = $1', [email]);
  await clinic.sql(
    `insert into public.medical_notes (user_id, title, noted_on, content) values ($1, 'Lorna’s note', '2026-11-01', 'All went well')`,
    [row!['user_id']],
  );
  await page.goto('/auth');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const installed = (await kept(page)).urls;
  await signInOnScreen(page, clinic, email);
  // Puts something in every place the portal uses: a half-filled form, choices, timers, cached pages.
  for (const path of ['/home', '/medical-notes', '/log-result/ovulation', '/account']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
  }
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.getByRole('switch', { name: 'Hide pregnancy test results' }).click();
  await page.goto('/onboarding-questionnaire');
  await page.getByLabel('Your age').fill('34');
  await page.goto('/account');
  const before = await kept(page);
  expect(JSON.stringify(before.local)).toContain(email);
  expect(JSON.stringify(before.local)).toContain('bea-hide-pregnancy-results');
  expect(JSON.stringify(before.session)).toContain('bea-draft:');
  expect(before.cached.length).toBeGreaterThan(10);
  expect(before.urls.filter((url) => url.includes('/art/'))).not.toEqual([]);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect
    .poll(async () => {
      const { urls, ...left } = await kept(page);
      return { ...left, cached: [], opened: urls.filter((url) => !installed.includes(url)) };
    })
    .toEqual({ local: [], session: [], databases: [], cookies: '', cached: [], opened: [] });
  const left = await kept(page);
  const cached = left.cached.join('\n');
  for (const trace of [email, String(row!['user_id']), 'Lorna', 'All went well']) {
    expect(cached.includes(trace), `${trace} is in a cache`).toBe(false);
  }
});

/** Everything the browser stores for this site. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const urls: string[] = [];
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        urls.push(request.url);
        cached.push(request.url, (await (await cache.match(request))?.text()) ?? '');
      }
    }
    return {
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      cookies: document.cookie,
      cached,
      urls,
    };
  });
