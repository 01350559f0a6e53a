import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { openWhole, PAGES } from './routes.ts';

const DATA = /\/(rest|functions)\/v1\//;
/** A network so slow that everything a page can ask for at once is asked before the first answer is there. */
const ANSWER_AFTER = 1_500;

test('no page waits for one answer before it asks the next question', async ({ page, clinic }) => {
  test.slow();
  await signIn(page, clinic, 'cycle2@example.com');
  await openWhole(page, '/home'); // so that no answer to an earlier page is still on its way
  await page.route(DATA, async (route) => {
    await pause(ANSWER_AFTER);
    await route.continue();
  });
  const late: string[] = [];
  let asked = 0;
  for (const { path } of PAGES) {
    const { first, second } = await questionsOf(page, path);
    late.push(...second.map((question) => `${path}: ${question}`));
    asked += first.length;
  }
  expect(asked).toBeGreaterThan(PAGES.length);
  expect(late).toEqual([]);
});

/** What a page asks before it has any answer, and what it asks only then. */
async function questionsOf(page: Page, path: string): Promise<{ first: string[]; second: string[] }> {
  const [first, second]: string[][] = [[], []];
  let answered = false;
  const ask = (request: { url: () => string }) => {
    if (!DATA.test(request.url())) return;
    (answered ? second : first)!.push(new URL(request.url()).pathname);
  };
  const hear = (response: { url: () => string }) => {
    if (DATA.test(response.url())) answered = true;
  };
  page.on('request', ask);
  page.on('response', hear);
  await openWhole(page, path);
  page.off('request', ask);
  page.off('response', hear);
  return { first: first!, second: second! };
}
