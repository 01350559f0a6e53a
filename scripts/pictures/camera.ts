import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { findBrowser } from '../find-browser.ts';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');
/** Large enough to see, small enough to store. */
const SCALE = 0.5;
const QUALITY = 80;

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export type Shot = {
  width: number;
  png: Buffer;
  caption?: string;
  /** The rest below looks the same and is cut off. */
  tallest?: number;
};
export type Look = {
  theme: Theme;
  width: number;
  session?: Session;
  /** In the device's zone, or this machine's. */
  zone?: string;
};
export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;
export type Camera = Awaited<ReturnType<typeof openCamera>>;

/** A browser that takes pictures and stores them in docs/pictures by default. */
export async function openCamera(folder = FOLDER) {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    // For a picture of a call: a simulated camera, and no question before it.
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
    ],
  });
  return {
    browser,
    /** One picture of a page, after `show` has prepared it. */
    take: (look: Look, show: (page: Page) => Promise<Buffer>) => take(browser, look, show),
    /** Rows of pictures on the page's background, as one file. */
    keep: (name: string, theme: Theme, rows: Shot[][], scale = SCALE) =>
      keep(browser, folder, { name, theme, rows, scale }),
    /** Deletes pictures that this run didn't replace. */
    forgetOld: async (since: number) => {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        if ((await stat(path)).mtimeMs < since) await rm(path);
      }
    },
    close: () => browser.close(),
  };
}

async function take(
  browser: Browser,
  { theme, width, session, zone }: Look,
  show: (page: Page) => Promise<Buffer>,
): Promise<Shot> {
  const context = await browser.newContext({
    ...(session && { storageState: session }),
    colorScheme: theme,
    ...(zone && { timezoneId: zone }),
    viewport: { width, height: width < 640 ? 844 : 800 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const png = await show(await context.newPage());
  await context.close();
  return { width, png };
}

type Sheet = { name: string; theme: Theme; rows: Shot[][]; scale: number };

async function keep(browser: Browser, folder: string, { name, theme, rows, scale }: Sheet): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 900 } });
  const ground = theme === 'light' ? '#e8dfd3' : '#0e0911';
  const image = ({ width, png, caption = '', tallest }: Shot) =>
    `<figure style="margin:0;width:${width * scale}px;font:13px/1.6 sans-serif;color:${theme === 'light' ? '#26283a' : '#eee'}">` +
    `<div style="overflow:hidden;max-height:${tallest === undefined ? 'none' : `${tallest * scale}px`}">` +
    `<img width="${width * scale}" style="display:block" src="data:image/png;base64,${png.toString('base64')}"></div>${caption}</figure>`;
  const row = (shots: Shot[]) =>
    `<div style="display:flex;gap:16px;align-items:start">${shots.map(image).join('')}</div>`;
  await page.setContent(
    `<body style="margin:0;display:inline-grid;gap:16px;padding:16px;background:${ground}">${rows.map(row).join('')}`,
  );
  const { width, height } = (await page.locator('body').boundingBox())!;
  const protocol = await page.context().newCDPSession(page);
  const { data } = await protocol.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width, height, scale: 1 },
  });
  await page.close();
  await write(join(folder, `${name}.webp`), Buffer.from(data, 'base64'));
}

async function write(path: string, bytes: Buffer): Promise<void> {
  await writeFile(path, bytes);
  console.log(`${basename(path)} ${Math.round(bytes.length / 1024)} KB`);
}
