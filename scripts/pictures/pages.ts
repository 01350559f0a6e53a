import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { ALONE, openWhole, PAGES, SIGNED_OUT } from '../../e2e/support/routes.ts';
import type { Portal } from '../../server/testing/spawn-portal.ts';
import { openCamera, THEMES, type Camera, type Session, type Shot, type Theme } from './camera.ts';
import { sessionOf } from './portal.ts';
import { settled } from './settled.ts';

/** A patient in mid-treatment has the fullest pages. */
const PATIENT = 'cycle2@example.com';
const WIDTHS = [320, 390, 768, 1024, 1280];
const SHEET_WIDTH = 3200;
const PAGES_A_SHEET = 12;
/** Below the maximum size of WebP and its viewers. */
const SHEET_HEIGHT = 15_000;

type Look = { name: string; width: number; theme: Theme; text: number };
const SIZES = [
  ...WIDTHS.map((width) => ({ size: String(width), width, text: 16 })),
  ...[320, 390].map((width) => ({ size: `${width}-200%`, width, text: 32 })),
];
const LOOKS: Look[] = THEMES.flatMap((theme) =>
  SIZES.map(({ size, width, text }) => ({ name: `${size}-${theme}`, width, theme, text })),
);

/** Every page at every width, by day and night and with text of 200%, for looking at. Not stored. */
export async function picturePages(portal: Portal, wanted: string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bea-pages-'));
  const camera = await openCamera(folder);
  try {
    const session = await sessionOf(camera, portal, PATIENT);
    for (const look of LOOKS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
      await pictureLook(camera, portal, look, session);
  } finally {
    await camera.close();
  }
  console.log(folder);
}

async function pictureLook(camera: Camera, { url }: Portal, look: Look, session: Session): Promise<void> {
  const { name, width, theme } = look;
  const signedIn = [...PAGES.map(({ path }) => path), ...ALONE];
  const shots: (Shot & { height: number })[] = [];
  for (const [paths, as] of [[SIGNED_OUT, null] as const, [signedIn, session] as const]) {
    const context = await camera.browser.newContext({
      ...(as && { storageState: as }),
      baseURL: url,
      colorScheme: theme,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const browser = await context.newCDPSession(page);
    for (const path of paths) {
      await page.setViewportSize({ width, height: width < 640 ? 844 : 800 });
      await openWhole(page, path);
      await setText(page, browser, look.text);
      // Not `fullPage`: it resizes the window, and any resize resets the text size.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height });
      await setText(page, browser, look.text);
      await settled(page);
      shots.push({ width, height, png: await page.screenshot(), caption: path });
    }
    await context.close();
  }
  for (let at = 0; at < shots.length; at += PAGES_A_SHEET) {
    const sheet = shots.slice(at, at + PAGES_A_SHEET);
    const tallest = Math.max(...sheet.map(({ height }) => height));
    const scale = Math.min(1, SHEET_WIDTH / PAGES_A_SHEET / width, SHEET_HEIGHT / tallest);
    await camera.keep(`${name}-${at / PAGES_A_SHEET + 1}`, theme, [sheet], scale);
  }
}

/**
 * The browser's own setting instead of a page style, because layouts that depend on the text width follow it.
 * A new page forgets it.
 */
async function setText(page: Page, browser: CDPSession, size: number): Promise<void> {
  await browser.send('Page.setFontSizes', { fontSizes: { standard: size } });
  await page.waitForFunction(
    (wanted) => getComputedStyle(document.documentElement).fontSize === wanted,
    `${size}px`,
  );
}
