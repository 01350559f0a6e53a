import type { Page } from '@playwright/test';
import { expect, openClinic, signIn, test } from '../support/fixtures.ts';
import { bookCall } from '../support/journey-steps.ts';
import { kept, openWhole } from '../support/routes.ts';

test.use({ serviceWorkers: 'allow' });

test('the portal can be installed: a manifest, its icons, and a theme color for light and dark @long', async ({
  page,
  clinic,
}) => {
  await page.goto('/auth');
  await expect(page.locator('meta[name=theme-color]')).toHaveCount(2);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await fetch(clinic.url + href);
  expect(response.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await response.json()) as {
    start_url: string;
    display: string;
    icons: { src: string; sizes: string }[];
  };
  expect(manifest).toMatchObject({ start_url: '/home', display: 'standalone' });
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  const touch = await page.locator('link[rel=apple-touch-icon]').getAttribute('href');
  for (const src of [...manifest.icons.map((icon) => icon.src), touch!]) {
    expect((await fetch(clinic.url + src)).status, src).toBe(200);
  }
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/home'); // its page loads without it
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', href!);
});

test('offline, the shell, instructions and questions open, even if the session has expired @long', async ({
  page,
}) => {
  test.slow();
  const clinic = await openClinic();
  await signIn(page, clinic, await clinic.patient());
  await expect(page).toHaveURL(`${clinic.url}/home`);
  await kept(page);
  await clinic.end('SIGKILL');
  await page.context().setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();

  for (const [path, title] of [
    ['/applicator-instructions', 'Applicator Instructions'],
    ['/support', 'My Coach'],
  ] as const) {
    await page.goto(clinic.url + path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('You’re offline.')).toBeVisible();
  }
  await page.evaluate(() => {
    const key = 'sb-localhost-auth-token';
    localStorage.setItem(
      key,
      JSON.stringify({ ...(JSON.parse(localStorage.getItem(key)!) as object), expires_at: 1 }),
    );
  });
  await page.goto(`${clinic.url}/applicator-instructions`);
  await expect(page.getByRole('heading', { level: 1, name: 'Applicator Instructions' })).toBeVisible();
  await clinic.remove();
});

const AS_OF = /^As of \d+:\d\d [ap]m$/;

test('offline, cached data shows its time and no call can be joined; missing data says so @phone', async ({
  page,
}) => {
  test.slow();
  const clinic = await openClinic();
  const email = await clinic.patient();
  await bookCall(clinic, email, 'clinical-coach-support-call', 5);
  await signIn(page, clinic, email);
  const today = page.getByRole('region', { name: 'Today' });
  const calls = page.getByRole('region', { name: 'Upcoming Calls' });
  const joining = page.getByRole('link', { name: /Join/ });
  await expect(today.getByText(/is open\. Join when you’re ready\.$/)).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Your call' })).toBeVisible();
  await expect(page.getByText(AS_OF)).toHaveCount(0);
  await kept(page);
  await clinic.end('SIGKILL');
  await page.context().setOffline(true);

  await expect(today.getByText(AS_OF)).toBeVisible();
  await expect(today.getByText(/is today at|has started/)).toBeVisible();
  await expect(calls.getByText(AS_OF)).toBeVisible();
  await expect(calls.getByRole('heading', { level: 3 })).toHaveCount(1);
  await expect(joining).toHaveCount(0);
  await page.evaluate(() => {
    history.pushState(null, '', '/overview');
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Plan Overview' })).toBeAttached();
  await expect(page.getByText(AS_OF)).toBeVisible();

  await openOffline(page, `${clinic.url}/home`);
  await expect(today.getByText('We can’t load today’s step. Please try again in a minute.')).toBeVisible();
  await expect(page.getByText('Your plan did not load')).toBeVisible();
  for (const what of ['calls', 'results']) {
    await expect(page.getByText(`You’re offline, so we can’t load your ${what}.`)).toBeVisible();
  }
  await expect(page.getByText(/You don't have any/)).toHaveCount(0);
  // Offline, it isn't known whose coach that is.
  await expect(page.getByText('Marisol Vega')).toHaveCount(0);
  await openOffline(page, `${clinic.url}/overview`);
  await expect(page.getByText('Your plan did not load')).toBeVisible();
  await openOffline(page, `${clinic.url}/support`);
  await expect(page.getByText('You’re offline, so we can’t load your calls.')).toBeVisible();
  await expect(page.getByText(/You don't have any/)).toHaveCount(0);
  await expect(page.getByText('Marisol Vega')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Speak with your Clinical Coach' })).toBeVisible();
  await clinic.remove();
});

test('the offline cache contains no patient data, signed in or out @long', async ({ page, clinic }) => {
  const email = await clinic.patient('Wilhelmina');
  await signIn(page, clinic, email);
  await kept(page);
  for (const path of ['/home', '/account', '/medical-notes']) await openWhole(page, path);
  const patient = await keptText(page);
  expect(patient.paths.filter((path) => /\/v1\//.test(path))).toEqual([]);
  expect(patient.text).not.toMatch(/Wilhelmina|wilhelmina|access_token":/);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/auth');
  expect((await keptText(page)).text).not.toMatch(/Wilhelmina|wilhelmina/);
});

const keptText = (page: Page) =>
  page.evaluate(async () => {
    const answers: [string, string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        answers.push([new URL(request.url).pathname, (await answer?.text()) ?? '']);
      }
    }
    return { paths: answers.map(([path]) => path), text: answers.map(([, text]) => text).join('\n') };
  });

/**
 * Chromium's new page sometimes reports a network until the emulation was turned off and on again. The server
 * is down throughout.
 */
async function openOffline(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(async () => {
    if (await page.evaluate(() => navigator.onLine)) {
      await page.context().setOffline(false);
      await page.context().setOffline(true);
    }
    expect(await page.evaluate(() => navigator.onLine)).toBe(false);
  }).toPass({ timeout: 30_000 });
}
