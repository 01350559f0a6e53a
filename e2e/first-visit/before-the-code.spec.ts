import type { Browser, Page } from '@playwright/test';
import { expect, signIn, test, type Clinic } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import { LATER } from '../support/routes.ts';

const plan = (page: Page) => page.getByRole('region', { name: 'Your plan' });

/** Returns a function that lets the code through. */
async function holdCode(page: Page): Promise<() => void> {
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/index-.*\.js/, async (route) => {
    await code.promise;
    await route.continue();
  });
  return () => code.resolve();
}

/** A first visit to Home by a signed-in person. The code doesn't load until it is let through. */
async function visitWithoutCode(first: Page, { url }: Clinic, browser: Browser) {
  const storageState = await first.context().storageState();
  const page = await (await browser.newContext({ storageState, serviceWorkers: 'block' })).newPage();
  const letCodeThrough = await holdCode(page);
  await page.routeWebSocket(/\/realtime\/v1\//, () => {}); // what changed a moment ago would be asked for again
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/(rest|functions)\/v1\//.test(request.url())) asked.push(request.url());
  });
  return {
    page,
    asked,
    open: () => page.goto(`${url}/home`, { waitUntil: 'commit' }),
    letCodeThrough,
  };
}

type Visit = Pick<Awaited<ReturnType<typeof visitWithoutCode>>, 'page' | 'asked' | 'open'>;

/** True even after these requests are answered. */
async function expectNothingEarly({ page, asked, open }: Visit, parts: string[]): Promise<void> {
  const answers = parts.map((part) =>
    page.waitForResponse(new RegExp(`/v1/${part}`)).then((response) => response.finished()),
  );
  await open();
  await Promise.all(answers);
  await expect.poll(() => new Set(asked).size).toBe(7);
  const loading = page.getByText('Loading...', { exact: true });
  await expect(loading).toBeVisible();
  await expect(loading).toHaveCSS('animation-name', 'pulse');
  await expect(plan(page)).toHaveCount(0);
}

test('Home’s data is requested once, before its code is loaded, and shows where the patient is', async ({
  page: first,
  clinic,
  browser,
}) => {
  await signIn(first, clinic, await clinic.patient('Robin'));
  await expect(first.getByRole('heading', { name: 'To Do' })).toBeVisible();
  const known = await plan(first).innerText();
  const { page, asked, open, letCodeThrough } = await visitWithoutCode(first, clinic, browser);
  await open();
  await expect.poll(() => new Set(asked).size).toBe(7);
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible();
  await expect.poll(() => plan(page).innerText()).toBe(known);
  letCodeThrough();
  await expect(page.getByRole('heading', { name: 'To Do' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  expect(
    asked.slice(7).filter((url) => !LATER.test(url)),
    'and nothing twice',
  ).toEqual([]);
  await page.context().close();
});

test('the sign-in form is there before any code, and stays: its title, the cursor and typed text @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  const [name, server] = email.split('@') as [string, string];
  const letCodeThrough = await holdCode(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  const title = page.getByRole('heading', { level: 1, name: 'Log in to your account' });
  const before = await title.elementHandle();
  const field = page.getByLabel('Email address');
  const send = page.getByRole('button', { name: 'Send Verification Code' });
  await field.pressSequentially(`${name}@`);
  await expect(send).toBeDisabled();
  letCodeThrough();
  await expect(send).toBeEnabled();
  const isSame = await title.evaluate((after, known) => after === known, before);
  expect(isSame, 'not the same words drawn anew').toBe(true);
  await expect(field).toBeFocused();
  await page.keyboard.type(server);
  await send.click();
  await expect(page.getByRole('heading', { name: 'Verification code' })).toBeVisible();
});

test('keyboard focus set before the code loads stays where it is @long', async ({
  page: first,
  clinic,
  browser,
}) => {
  await signIn(first, clinic, await clinic.patient('Robin'));
  const { page, open, letCodeThrough } = await visitWithoutCode(first, clinic, browser);
  await open();
  const link = page.getByRole('navigation').getByRole('link', { name: 'Plan Overview' });
  await link.focus();
  const title = await page.title();
  const crumb = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
  await expect(crumb).toHaveText('Home');
  letCodeThrough();
  await expect(page.getByRole('heading', { name: 'To Do' })).toBeVisible();
  await expect(link).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Home');
  await expect(crumb).toHaveText('Home');
  await expect(page).toHaveTitle(title);
  await page.context().close();
});

test('a plan that is shown early stays while a slower answer is on its way @long', async ({
  page: first,
  clinic,
  browser,
}) => {
  await signIn(first, clinic, await clinic.patient('Robin'));
  const { page, open, letCodeThrough } = await visitWithoutCode(first, clinic, browser);
  const calls = Promise.withResolvers<void>();
  await page.route('**/functions/v1/fetch-scheduled-appointments', async (route) => {
    await calls.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    let had = false;
    new MutationObserver(() => {
      const has = document.querySelector('[aria-label="Your plan"]') !== null;
      if (had && !has) document.documentElement.dataset['lost'] = 'yes';
      had ||= has;
    }).observe(document, { childList: true, subtree: true });
  });
  await open();
  await expect(plan(page)).toBeVisible();
  letCodeThrough();
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await expect(plan(page)).toBeVisible();
  calls.resolve();
  await expect(page.getByRole('heading', { name: 'To Do' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-lost');
  await page.context().close();
});

test('before consent nothing of the plan is shown early @long', async ({ page: first, clinic, browser }) => {
  await signIn(first, clinic, await clinic.invite());
  await expect(first).toHaveURL('/privacy-terms');
  const { page, letCodeThrough, ...visit } = await visitWithoutCode(first, clinic, browser);
  await expectNothingEarly({ page, ...visit }, [
    'customers',
    'completed_phases',
    'fetch-scheduled-appointments',
  ]);
  letCodeThrough();
  await expect(page).toHaveURL('/privacy-terms');
  await page.context().close();
});

test('for a patient with an unclear test, no step is shown early @long', async ({
  page: first,
  clinic,
  browser,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'testing', 1);
  await clinic.sql(
    `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
     select user_id, 'PREGNANCY', 'unclear', 1, now() from public.customers where customer_email = $1`,
    [email],
  );
  await signIn(first, clinic, email);
  await expect(plan(first)).toContainText('Your plan stays here for you to read.');
  const { page, letCodeThrough, ...visit } = await visitWithoutCode(first, clinic, browser);
  await expectNothingEarly({ page, ...visit }, [
    'customers',
    'completed_phases',
    'test_results',
    'outcome_events',
  ]);
  letCodeThrough();
  await expect(plan(page)).toContainText('Your plan stays here for you to read.');
  await page.context().close();
});

test('code that cannot be loaded is reported calmly, even if the plan is already shown @long', async ({
  page: first,
  clinic,
  browser,
}) => {
  await signIn(first, clinic, await clinic.patient());
  const { page, open, letCodeThrough } = await visitWithoutCode(first, clinic, browser);
  await page.route(/\/assets\/portal-.*\.js/, (route) => route.abort());
  await open();
  await expect(plan(page)).toBeVisible();
  letCodeThrough();
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.context().close();
});
