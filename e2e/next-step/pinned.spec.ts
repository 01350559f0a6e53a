import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { kept } from '../support/routes.ts';
import { logTimer } from '../support/safety-steps.ts';

test.use({ serviceWorkers: 'allow' });

const call = (page: Page) => page.getByRole('complementary', { name: 'Your call' }).getByRole('link');
const cap = (page: Page) => page.getByRole('complementary', { name: 'Your cap is in' }).getByRole('link');

/** The number of lines its text takes. */
const linesOf = (link: Locator) =>
  link.evaluate((element) =>
    [...element.querySelectorAll('span > span')].reduce((lines, each) => {
      const height = Number.parseFloat(getComputedStyle(each).lineHeight);
      return lines + Math.round(each.getBoundingClientRect().height / height);
    }, 0),
  );

/** The page's last link or button, and what is pinned, after scrolling to the end. */
async function coveredAtTheEnd(page: Page): Promise<number> {
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  return page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>('main a[href], main button')];
    const last = Math.max(
      ...shown.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().bottom),
    );
    return Math.max(0, last - document.querySelector('#pinned')!.getBoundingClientRect().top);
  });
}

test('a joinable call is one tap away from every page @phone @long', async ({ page, clinic }) => {
  await signIn(page, clinic, 'calling@example.com');
  for (const path of ['/home', '/learn', '/account', '/onboarding-questionnaire']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(call(page)).toContainText('Join');
    await expect(call(page)).toHaveAttribute('href', /\/call\//);
    await expect(call(page)).toBeInViewport();
    expect(await coveredAtTheEnd(page), path).toBe(0);
  }
  await expectAccessible(page);
});

test('a call that the patient has not booked is pinned nowhere @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  // The part that follows calls and timers is there once the timers were requested.
  const timers = page.waitForResponse(/\/rest\/v1\/treatment_day_timers/);
  await page.goto('/learn');
  await timers;
  await expect(page.getByRole('heading', { level: 1, name: 'Learn' })).toBeVisible();
  await expect(page.locator('#pinned')).toHaveCount(0);
});

test('every page shows how long a cap may stay in, even offline @phone', async ({
  page,
  clinic,
  context,
}) => {
  const email = await clinic.patient();
  await logTimer(clinic, email, 'cap-in', 60);
  await signIn(page, clinic, email);
  await page.goto('/learn');
  await expect(cap(page)).toContainText(/(3 hr 5\d min|4 hr) left\. Out by \d/);
  expect(await linesOf(cap(page))).toBe(2);
  await expect(page.getByRole('heading', { level: 1, name: 'Learn' })).toBeVisible();
  expect(await coveredAtTheEnd(page)).toBe(0);
  await expectAccessible(page);
  await kept(page);
  await context.setOffline(true);
  await page.goto('/overview');
  await expect(cap(page)).toContainText('left. Out by');
  await cap(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Treatment Day' })).toBeVisible();
  await context.setOffline(false);
});

test('a late cap and a call are stacked, and neither covers the end of a page @phone @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, 'calling@example.com');
  await expect(call(page)).toBeVisible();
  await logTimer(clinic, 'calling@example.com', 'cap-in', 310);
  await expect(cap(page)).toContainText('Take it out now');
  await page.goto('/account');
  await expect(cap(page)).toContainText('Take it out now');
  expect(await linesOf(cap(page))).toBe(2);
  await expect(call(page)).toBeInViewport();
  expect(await coveredAtTheEnd(page)).toBe(0);
  await expectAccessible(page);
  await cap(page).click();
  await expect(page).toHaveURL('/treatment-day');
  await page.getByRole('button', { name: 'The cap is out' }).click();
  await expect(page.getByRole('region', { name: 'Cap in place' })).toContainText('The cap is out.');
});
