import type { Page } from '@playwright/test';
import { logPeriod } from '../support/cycle-steps.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import { chooseOvulation, press } from '../support/logging-steps.ts';
import { openWhole, PAGES, someOf } from '../support/routes.ts';
import { logTimer } from '../support/safety-steps.ts';

test.use({ viewport: { width: 390, height: 844 } });

const WITH_TASKS = [
  'stage1',
  'stage2',
  'stage3',
  'cycle2',
  'calling',
  'done',
  'pregnant',
  'irregular',
  'colleague',
];

const topOf = async (page: Page, name: string) =>
  (await page.getByRole('main').getByRole('heading', { name, exact: true }).boundingBox())!.y;

test('To Do is within one screen of Today for everyone with tasks @phone', async ({ page, clinic }) => {
  test.slow();
  for (const person of someOf(WITH_TASKS, 3)) {
    await signIn(page, clinic, `${person}@example.com`);
    await expect(page.getByRole('heading', { name: 'To Do', exact: true })).toBeAttached();
    await expect(page.getByRole('heading', { name: 'Today', exact: true })).toBeVisible();
    expect((await topOf(page, 'To Do')) - (await topOf(page, 'Today')), person).toBeLessThan(844);
  }
});

test('My Account starts with the person, log out and the results, and groups the rest @phone @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, 'cycle2@example.com');
  await openWhole(page, '/account');
  const main = page.getByRole('main');
  await expect(main.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    'Test Results',
    'Cycle and treatment',
    'Messages and privacy',
    'Your information',
  ]);
  await expect(
    main.getByRole('region', { name: 'Cycle and treatment' }).getByRole('heading', { level: 3 }),
  ).toHaveText(['Your cycle', 'Your treatment']);
});

test('‘See All’ links to the results, and so does their URL @phone @long', async ({ page, clinic }) => {
  await signIn(page, clinic, 'cycle2@example.com');
  const results = page.getByRole('heading', { name: 'Test Results', exact: true });
  await page.getByRole('link', { name: 'See All' }).click();
  await expect(page).toHaveURL('/account');
  await expect(results).toBeFocused();
  await expect(results).toBeInViewport();
  await page.goto('/config.json');
  await page.goto('/account#test-results');
  await expect(results).toBeFocused();
  await expect.poll(async () => (await results.boundingBox())!.y).toBeLessThan(120);
});

test('every page’s breadcrumb is visible on a phone, and nothing is wider than the screen @phone @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, await clinic.patient());
  const trails = PAGES.filter(({ trail }) => trail.length > 0);
  for (const { path, title, trail } of someOf(trails, 3)) {
    await page.goto(path);
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
    await expect(crumbs).toHaveText([...trail, title]);
    for (const crumb of await crumbs.all()) {
      await expect(crumb).toBeInViewport({ ratio: 1 });
      expect((await crumb.boundingBox())!.width, path).toBeGreaterThan(20);
    }
    expect((await page.getByRole('banner').boundingBox())!.height, path).toBeLessThan(80);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
  }
});

test('a peak has one main button, what comes next, and at most four @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await logPeriod(clinic, email, 13);
  await signIn(page, clinic, email);
  await page.goto('/log-result/ovulation');
  await chooseOvulation(page, 'Peak (Positive LH Surge)');
  await press(page, 'Continue');
  const main = page.getByRole('main');
  const next = main.getByRole('link', { name: 'Begin the check' });
  await expect(next).toHaveAttribute('href', '/safety-check');
  expect(await main.locator('.pill').count()).toBeLessThanOrEqual(4);
  await expect(main.locator('.pill.bg-brand')).toHaveText(['Begin the check']);
  await main.getByRole('link', { name: 'Log another result' }).click();
  await expect(page.getByRole('heading', { name: 'How are you detecting ovulation?' })).toBeVisible();
  // Home asks for the same entries.
  await page.goto('/home');
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('link')).toHaveText('Begin the check');
});

test('an early negative gets its own page, in line with Home @phone @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'testing', 1);
  await logPeriod(clinic, email, 24);
  await logTimer(clinic, email, 'cap-in', 10 * 24 * 60);
  await logTimer(clinic, email, 'cap-out', 10 * 24 * 60 - 240);
  await signIn(page, clinic, email);
  await page.goto('/log-result/pregnancy');
  await page.getByRole('radio', { name: 'Negative' }).check();
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'It may be too early to tell' })).toBeFocused();
  await expect(page.getByText('It’s still early, so this could change.')).toBeVisible();
  await expect(page.getByText('Not the result you were hoping for')).toHaveCount(0);
  await press(page, 'Exit');
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(
    'It’s still early, so this could change.',
  );
});
