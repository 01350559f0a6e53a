import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Request, Response } from '@playwright/test';
import { expect, signIn, test } from '../support/fixtures.ts';
import { openWhole, PAGES, someOf } from '../support/routes.ts';

test.use({ serviceWorkers: 'allow' });

/**
 * Leaves out the timers, the unread count and the time zone, which every page requests later and nothing
 * waits for.
 */
const DATA =
  /\/(rest|functions)\/v1\/(?!treatment_day_timers|read-messages|rpc\/keep_my_time_zone|customers\?select=time_zone)/;
/**
 * Answers nothing until a page has all its code, is idle, and has requested nothing for this long. By then it
 * has requested everything it can without an answer.
 */
const QUIET = 2_000;

test('no page waits for one response before it sends the next request', async ({ page, clinic }) => {
  test.slow();
  await signIn(page, clinic, 'cycle2@example.com');
  await openWhole(page, '/home'); // so that no answer to an earlier page is still on its way
  await page.routeWebSocket(/\/realtime\/v1\//, () => {}); // what changed a moment ago would be asked for again
  const quiet = quietOf(page);
  await page.route(DATA, async (route) => {
    await quiet();
    await route.continue();
  });
  const late: string[] = [];
  let asked = 0;
  const pages = someOf(PAGES, 2);
  for (const { path } of pages) {
    const { first, second } = await questionsOf(page, path);
    // An account deletion is checked on purpose only when a page is idle.
    const inTime = second.filter((question) => question !== '/rest/v1/account_deletions');
    late.push(...inTime.map((question) => `${path}: ${question}`));
    asked += first.length;
  }
  expect(asked).toBeGreaterThan(pages.length);
  expect(late).toEqual([]);
});

const isCode = (url: string) => /\.(js|json)$/.test(new URL(url).pathname);

/**
 * Waits, together with other callers, until nothing was requested or received for a while and the page is
 * idle.
 */
function quietOf(page: Page): () => Promise<void> {
  let latest = performance.now();
  let waiting: Promise<void> | undefined;
  const files = new Set<Request>();
  const stir = () => (latest = performance.now());
  page.on('request', (request) => {
    stir();
    if (isCode(request.url())) files.add(request);
  });
  // The browser never reports the end of requests from the previous page.
  page.on('framenavigated', () => files.clear());
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', (request) => {
      stir();
      files.delete(request);
    });
  const isQuiet = () => files.size === 0 && performance.now() - latest >= QUIET;
  const isIdle = () =>
    page
      .evaluate(() => new Promise<boolean>((done) => requestIdleCallback(() => done(true))))
      .catch(() => false);
  const wait = async () => {
    while (!isQuiet() || !(await isIdle()) || !isQuiet()) await pause(50);
    waiting = undefined;
  };
  return () => (waiting ??= wait());
}

/**
 * The requests a page sends before it has any answer, and those it sends only after one. Leftovers of the
 * previous page don't count.
 */
async function questionsOf(page: Page, path: string): Promise<{ first: string[]; second: string[] }> {
  const first = new Set<Request>();
  const second = new Set<Request>();
  let answered = false;
  const ask = (request: Request) => {
    if (request.isNavigationRequest()) {
      first.clear();
      second.clear();
      answered = false;
    } else if (DATA.test(request.url())) (answered ? second : first).add(request);
  };
  const hear = (response: Response) => {
    if (first.has(response.request())) answered = true;
  };
  page.on('request', ask);
  page.on('response', hear);
  await openWhole(page, path);
  page.off('request', ask);
  page.off('response', hear);
  return { first: pathsOf(first), second: pathsOf(second) };
}

const pathsOf = (requests: Set<Request>) => [...requests].map((request) => new URL(request.url()).pathname);
