import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/find-browser.ts';
import { freePort } from '../../server/testing/spawn-portal.ts';

/** Chromium's sandbox refuses to run as root. */
export const SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

const FLAGS = [
  '--headless=new',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-gpu',
  '--disable-sync',
  ...SANDBOX,
];

export type Browser = { port: number; close: () => Promise<void> };

/** A browser that only Lighthouse connects to: a driver such as Playwright changes every page it opens. */
export async function openBrowser(): Promise<Browser> {
  const [profile, port] = await Promise.all([mkdtemp(join(tmpdir(), 'bea-profile-')), freePort()]);
  const flags = [...FLAGS, `--remote-debugging-port=${port}`, `--user-data-dir=${profile}`, 'about:blank'];
  const browser = spawn(findBrowser(), flags, { stdio: 'ignore' });
  const gone = once(browser, 'close');
  while (!(await answers(port))) {
    if (browser.exitCode !== null) throw new Error(`The browser ended with code ${browser.exitCode}.`);
    await pause(100);
  }
  return {
    port,
    close: async () => {
      browser.kill();
      await gone;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/json/version`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Writes to the browser's local storage, from a page without code, and disconnects. */
export async function store({ port }: Browser, url: string, key: string, text: string): Promise<void> {
  const visit = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await visit.contexts()[0]!.newPage();
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, text] as const);
  await page.close();
  await visit.close();
}
