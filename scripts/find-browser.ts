import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The same engine without windows, a package of its own in Debian: a story takes a third less of a core. */
const WINDOWLESS = '/usr/bin/chromium-headless-shell';

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  WINDOWLESS,
];

/** A browser for the stories (e2e): the machine's own, else Debian's, else Playwright's. */
export function findBrowser(): string {
  return present() ?? installed() ?? refuse();
}

/** For `npm test`, whose stories look at no window. */
export function findQuickBrowser(): string {
  const found = findBrowser();
  return !process.env['CHROMIUM_PATH'] && existsSync(WINDOWLESS) ? WINDOWLESS : found;
}

function present(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named && !existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, but there is nothing there.`);
  return [named, ...KNOWN, chromium.executablePath()].find((path) => path && existsSync(path));
}

function installed(): string | undefined {
  process.stdout.write('No Chromium found. Installing one …\n');
  const quietly = { stdio: 'ignore' } as const;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update'], quietly);
    const install = ['install', '-y', '--no-install-recommends'];
    for (const name of ['chromium-headless-shell', 'chromium'])
      if (!present()) spawnSync('apt-get', [...install, name], quietly); // Ubuntu has no such packages
  }
  if (!present()) spawnSync('npx', ['playwright', 'install', 'chromium'], quietly);
  return present();
}

function refuse(): never {
  throw new Error(
    'The browser tests need Chromium, and it couldn’t be installed.\n' +
      'Install it (Debian, Ubuntu: sudo apt-get install chromium) or set CHROMIUM_PATH to a Chrome or Chromium.',
  );
}
