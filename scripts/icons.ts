/** Remakes the app's icons from their drawing: `node scripts/icons.ts`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.ts';

const ICONS = join(import.meta.dirname, '../web/public/icons');

/** Phones that crop icons get the whole square. Elsewhere the corners are rounded and transparent. */
const FILES = [
  { name: 'icon-192.png', size: 192, corner: 0.22 },
  { name: 'icon-512.png', size: 512, corner: 0.22 },
  { name: 'maskable-512.png', size: 512, corner: 0 },
  { name: 'apple-touch-icon.png', size: 180, corner: 0 },
];

const drawing = await readFile(join(ICONS, 'icon.svg'), 'base64');
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
for (const file of FILES) await render(file);
await browser.close();

async function render({ name, size, corner }: (typeof FILES)[number]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(
    `<style>body { margin: 0 } img { display: block; border-radius: ${size * corner}px }</style>
     <img width="${size}" height="${size}" src="data:image/svg+xml;base64,${drawing}">`,
  );
  await page.screenshot({ path: join(ICONS, name), omitBackground: corner > 0 });
  await page.close();
}
