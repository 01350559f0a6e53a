import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { createServer } from 'vite';
import { freePort, spawnPortal, type Portal } from '../server/testing/spawn-portal.ts';
import { findBrowser } from './find-browser.ts';

/** `npm run pictures`: what the gallery and the shell look like, in three widths and both themes, for docs/pictures. */
const FOLDER = join(import.meta.dirname, '../docs/pictures');
const WIDTHS = [390, 768, 1280];
const THEMES = ['light', 'dark'] as const;
const PATIENT = 'cycle2@example.com';
/** Large enough to see, small enough to keep. */
const SCALE = 0.4;

type Theme = (typeof THEMES)[number];
type Shot = { width: number; png: Buffer };

async function main(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const portal = await spawnPortal();
  const gallery = await openGallery(portal);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  const session = await signedIn(browser, portal);
  for (const theme of THEMES) {
    for (const part of ['actions', 'fields', 'choices', 'surfaces', 'overlays']) {
      const shots = await inEachWidth(browser, theme, {}, (page) => galleryPart(page, gallery.url, part));
      await keep(browser, `gallery-${part}-${theme}`, theme, shots);
    }
    await keep(browser, `gallery-open-${theme}`, theme, await openOverlays(browser, gallery.url, theme));
    const shell = await inEachWidth(browser, theme, { storageState: session }, (page) =>
      shellOf(page, portal.url),
    );
    await keep(browser, `shell-${theme}`, theme, shell);
  }
  await browser.close();
  await gallery.close();
  await portal.remove();
}

/** The development server alone has the gallery; the portal tells it its settings. */
async function openGallery(portal: Portal) {
  const port = await freePort();
  const vite = await createServer({
    root: 'web',
    logLevel: 'error',
    server: { port, strictPort: true, proxy: { '/config.json': portal.url } },
  });
  await vite.listen();
  return { url: `http://localhost:${port}/dev/gallery`, close: () => vite.close() };
}

async function signedIn(browser: Browser, portal: Portal) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${portal.url}/auth`);
  await page.getByLabel('Email address').fill(PATIENT);
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  const code = page.getByLabel('Verification code');
  await code.waitFor();
  const [mail] = (await (await fetch(`${portal.url}/dev/mailbox.json?to=${PATIENT}`)).json()) as {
    code: string;
  }[];
  await code.fill(mail!.code);
  await page.getByRole('button', { name: 'Verify Code' }).click();
  await page.waitForURL('**/home');
  const state = await context.storageState();
  await context.close();
  return state;
}

async function inEachWidth(
  browser: Browser,
  colorScheme: Theme,
  options: Parameters<Browser['newContext']>[0],
  take: (page: Page) => Promise<Buffer>,
): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const width of WIDTHS) {
    const context = await contextOf(browser, colorScheme, width, options);
    shots.push({ width, png: await take(await context.newPage()) });
    await context.close();
  }
  return shots;
}

const contextOf = (
  browser: Browser,
  colorScheme: Theme,
  width: number,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<BrowserContext> =>
  browser.newContext({
    ...options,
    colorScheme,
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });

async function galleryPart(page: Page, url: string, part: string): Promise<Buffer> {
  await page.goto(url);
  await page.locator('[data-part]').last().waitFor();
  await page.waitForLoadState('networkidle');
  return page.locator(`[data-part=${part}]`).screenshot();
}

/** What only shows when it is opened, on a phone and on a desk. */
async function openOverlays(browser: Browser, url: string, theme: Theme): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const [width, opener] of [
    [390, 'Open a dialog'],
    [390, 'Open a drawer'],
    [390, 'Test date'],
    [1280, 'Open a drawer'],
  ] as const) {
    const context = await contextOf(browser, theme, width);
    const page = await context.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: opener }).click();
    await page.waitForTimeout(600);
    shots.push({ width, png: await page.screenshot() });
    await context.close();
  }
  return shots;
}

async function shellOf(page: Page, url: string): Promise<Buffer> {
  await page.goto(`${url}/home`);
  await page.getByRole('heading', { name: 'Test Results' }).waitFor();
  await page.waitForLoadState('networkidle');
  return page.screenshot();
}

/** Side by side on the page's own ground, as one file. */
async function keep(browser: Browser, name: string, theme: Theme, shots: Shot[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const images = shots.map(
    ({ width, png }) =>
      `<img width="${width * SCALE}" src="data:image/png;base64,${png.toString('base64')}">`,
  );
  const ground = theme === 'light' ? '#e8dfd3' : '#0e0911';
  await page.setContent(
    `<body style="margin:0;display:inline-flex;gap:16px;padding:16px;align-items:start;background:${ground}">${images.join('')}`,
  );
  const path = join(FOLDER, `${name}.png`);
  await page.locator('body').screenshot({ path });
  await page.close();
  console.log(`${name}.png ${Math.round((await stat(path)).size / 1024)} KB`);
}

await main();
