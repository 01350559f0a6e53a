import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.ts';
import { makeTestsQuick } from './scripts/quick-tests.ts';

makeTestsQuick();

// What is told at length is told shorter too, and what is told on a phone is not told again on a desk.
const short = process.env['STORIES'] === 'short';

// For each new window Chromium starts the list of its address bar as two pages, though no one sees it (a second of a core), and a
// spare process that most stories never use.
const OFF_FOR_SPEED = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];
// Of two such lists Chromium takes the last, so what Playwright turns off is repeated.
const OFF_FOR_TESTS = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'BlockOriginHeaderModificationOnRedirect',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'Translate',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
];

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/prepare-clinic.ts',
  fullyParallel: true,
  // A story waits for a fifth of its time: three keep two cores busy.
  workers: short ? 3 : 2,
  retries: 0,
  forbidOnly: true,
  // Two cores are shared by three browsers, three servers and three databases.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: {
      executablePath: findBrowser(),
      // Chromium's sandbox refuses to run as root; the rest keeps it from calling home.
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-gpu',
        '--no-first-run',
        // A story's pages are gone before code that was made faster pays for the making: a quarter of the browser's time.
        '--js-flags=--no-opt --no-maglev',
        `--disable-features=${[...OFF_FOR_TESTS, ...OFF_FOR_SPEED].join()}`,
      ],
    },
    // What moves is looked at in pictures; here it would only be waited for.
    contextOptions: { reducedMotion: 'reduce' },
    // What keeps the portal for offline use costs each story a second of a core. Those that are about it allow it; `npm run stories`
    // has it in all of them.
    serviceWorkers: short ? 'block' : 'allow',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // A trace of every step takes a third of the time and gigabytes of memory: for anyone who looks for
    // something.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
  },
  projects: [
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 800 } },
      ...(short && { grepInvert: /@long|@phone/ }),
    },
    { name: 'phone', use: phone, grep: /@phone/, ...(short && { grepInvert: /@long/ }) },
  ],
});
