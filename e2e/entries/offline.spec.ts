import type { Page } from '@playwright/test';
import { expect, openClinic, signIn, test } from '../support/fixtures.ts';
import { kept, openWhole } from '../support/routes.ts';

test.use({ serviceWorkers: 'allow' });

test('the portal can be installed: a manifest, its icons, and a theme colour for light and dark @long', async ({
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
});

test('without a network the shell, the instructions and the questions open, also when the session ran out meanwhile', async ({
  page,
}) => {
  test.slow();
  const clinic = await openClinic();
  await signIn(page, clinic, await clinic.patient());
  await expect(page).toHaveURL(`${clinic.url}/home`);
  await kept(page);
  await clinic.end('SIGKILL');
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();

  for (const [path, title] of [
    ['/applicator-instructions', 'Applicator Instructions'],
    ['/support', 'My Coach'],
  ] as const) {
    await page.goto(clinic.url + path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('You are offline.')).toBeVisible();
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

test('what is kept for offline holds nothing of the patient, signed in or out', async ({ page, clinic }) => {
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
