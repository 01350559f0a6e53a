import type { Page } from '@playwright/test';
import { createServer } from 'vite';
import { freePort, type Portal } from '../../server/testing/spawn-portal.ts';
import { settled } from './settled.ts';

const PARTS = ['actions', 'fields', 'choices', 'surfaces', 'overlays'] as const;
type Part = (typeof PARTS)[number];

/** Parts that only show when opened: by which button, and as which role. */
const OPENED: { opener: string; role: 'dialog' | 'menu' | 'tooltip' | 'alert' }[] = [
  { opener: 'Open a dialog', role: 'dialog' },
  { opener: 'Open a drawer', role: 'dialog' },
  { opener: 'Test date', role: 'dialog' },
  { opener: 'Log test result', role: 'menu' },
  { opener: 'Delivery', role: 'tooltip' },
  { opener: 'Bad news', role: 'alert' },
];

/** Only the development server has the gallery, and the portal gives it its settings. */
export async function openGallery(portal: Portal) {
  const port = await freePort();
  const vite = await createServer({
    root: 'web',
    logLevel: 'error',
    server: { port, strictPort: true, proxy: { '/config.json': portal.url } },
  });
  await vite.listen();
  const url = `http://localhost:${port}/dev/gallery`;
  return {
    parts: PARTS.map((name) => ({ name, show: (page: Page) => partOf(page, url, name) })),
    opened: OPENED.map((overlay) => (page: Page) => openOverlay(page, url, overlay)),
    close: () => vite.close(),
  };
}

async function partOf(page: Page, url: string, name: Part): Promise<Buffer> {
  await open(page, url);
  return page.locator(`[data-part=${name}]`).screenshot();
}

async function openOverlay(page: Page, url: string, { opener, role }: (typeof OPENED)[number]) {
  await open(page, url);
  const button = page.getByRole('button', { name: opener });
  if (role === 'tooltip') await button.hover();
  else await button.click();
  await page.getByRole(role).filter({ hasText: /\w/ }).first().waitFor();
  await settled(page);
  return page.screenshot();
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('[data-part]').last().waitFor();
  await settled(page);
}
