import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { PORTAL } from '../../server/portal/builds.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { ALONE, openWhole, PAGES, SIGNED_OUT, someOf } from '../support/routes.ts';

test.use({ serviceWorkers: 'allow' });

for (const width of [390, 1280]) {
  const tag = width === 1280 ? ['@long'] : [];
  test(
    `nothing on any page shifts while loading, or comes from elsewhere, ${width} px wide @long`,
    { tag },
    async ({ page, clinic }) => {
      test.slow();
      await page.setViewportSize({ width, height: 844 });
      await page.addInitScript(watchShifts);
      const foreign: string[] = [];
      page.on('request', (request) => {
        if (!request.url().startsWith(clinic.url) && !request.url().startsWith('data:'))
          foreign.push(request.url());
      });
      const moved: string[] = [];
      for (const path of SIGNED_OUT) moved.push(...(await shiftsOn(page, path)));
      await signIn(page, clinic, width === 390 ? 'stage3@example.com' : 'cycle2@example.com');
      for (const path of someOf([...PAGES.map((each) => each.path), ...ALONE], 2))
        moved.push(...(await shiftsOn(page, path)));
      expect(moved).toEqual([]);
      expect(foreign).toEqual([]);
    },
  );
}

type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Element | null }[];
};

function watchShifts() {
  const shifts: string[] = [];
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
      if (!hadRecentInput) shifts.push(`${value.toFixed(4)} ${sources[0]?.node?.outerHTML?.slice(0, 120)}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

async function shiftsOn(page: Page, path: string): Promise<string[]> {
  await openWhole(page, path);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
  return shifts.map((each) => `${path}: ${each}`);
}

test('a first visit to Home requests seven files before data, and stays within the code budget', async ({
  page,
  clinic,
  browser,
}) => {
  await signIn(page, clinic, await clinic.patient());
  await expect(page).toHaveURL('/home');
  const cold = await browser.newContext({ storageState: await page.context().storageState() });
  const phone = await cold.newPage();
  const named = await codeIn(`${clinic.url}/home`);
  // Without a delay, this machine would load the code before the test could wait for it.
  const firstQuestion = phone.waitForRequest(/\/(rest|functions)\/v1\//);
  await phone.route(/\/assets\/index-.*\.js/, async (route) => {
    await firstQuestion;
    await route.continue();
  });
  // On slow machines, idle work starts earlier. It is blocked here until the data is visible, so the data
  // must not depend on anything beyond the page's own files.
  const dataIsVisible = phone.waitForFunction(() => performance.getEntriesByName('data-visible').length > 0);
  await phone.route(/\/assets\/.*\.js/, async (route) => {
    if (!named.includes(route.request().url())) await dataIsVisible;
    await route.fallback();
  });
  const asked = await askedFor(phone, `${clinic.url}/home`);
  const firstData = asked.findIndex((url) => /\/(rest|functions)\/v1\//.test(url));
  expect(firstData).toBeGreaterThan(0);
  expect(firstData, asked.join('\n')).toBeLessThanOrEqual(7);
  expect(asked.slice(0, firstData).filter((url) => url.endsWith('.woff2'))).toEqual([]);
  await dataIsVisible;
  const [, inline] = /<script>([^]*?)<\/script>/.exec(await (await fetch(`${clinic.url}/home`)).text())!;
  expect((await codeSize(named)) + gzipped(inline!)).toBeLessThanOrEqual(135 * 1024);
  await cold.close();

  const stranger = await browser.newContext();
  const signInScreen = await askedFor(await stranger.newPage(), `${clinic.url}/auth`);
  // Once the form is there, a wide screen also loads its picture, a demo portal its link, and a browser with
  // passkeys asks whether the auth service supports them.
  const files = signInScreen.filter(
    (each) => !/\/assets\/(dawn|demo-desk)-|\/auth\/v1\/settings$/.test(each),
  );
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(7);
  expect(await codeSize(signInScreen)).toBeLessThanOrEqual(90 * 1024);
  await stranger.close();
});

async function askedFor(page: Page, url: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  // A browser that reports no network, as on a machine without one, makes the portal check.
  const isFile = (each: string) => !/^data:|\/service-worker\.js$|\/health$/.test(each);
  return asked.filter(isFile);
}

/** The script files that a page's HTML requests. */
async function codeIn(url: string): Promise<string[]> {
  const html = await (await fetch(url)).text();
  const named = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
  expect(named.length).toBeGreaterThan(1);
  return [...new Set(named)].map((path) => new URL(path, url).href);
}

async function codeSize(asked: string[]): Promise<number> {
  const code = asked.filter((url) => url.endsWith('.js'));
  const files = await Promise.all(code.map((url) => readFile(join(PORTAL, new URL(url).pathname))));
  return files.reduce((sum, file) => sum + gzipped(file), 0);
}

const gzipped = (code: Buffer | string): number => gzipSync(code, { level: 9 }).length;

test('a page’s frame is in its HTML, with its title @long', async ({ clinic }) => {
  const html = await (await fetch(`${clinic.url}/support`)).text();
  expect(html).toContain('<title>My Coach · Béa</title>');
  expect(html).toMatch(/aria-current="page"[^>]*href="\/support"/);
  expect(html).toContain('Loading.....');
});

test('the gallery exists for developers only @long', async ({ page, clinic }) => {
  await page.goto(`${clinic.url}/dev/gallery`);
  await expect(page.getByRole('heading', { level: 1, name: '404 - Page Not Found' })).toBeVisible();
  await expect(page.getByText('data-specimen')).toHaveCount(0);
  const files = (await readdir(PORTAL, { recursive: true })).filter((file) => /\.(js|html)$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(PORTAL, file), 'utf8')));
  expect(files.filter((_, index) => texts[index]!.includes('data-specimen'))).toEqual([]);
  expect(files.length).toBeGreaterThan(10);
});
