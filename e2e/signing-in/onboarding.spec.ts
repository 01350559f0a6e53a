import type { Page } from '@playwright/test';
import { answers, behind, type Break } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test, type Clinic } from '../support/fixtures.ts';
import { watchTitles } from '../support/routes.ts';

const UNEXPECTED = 'An unexpected error occurred. Please try again.';
const NOT_LOGGED_IN = 'You must be logged in to save your information.';
const TITLES = [
  'What To Expect',
  'Your Treatment Plan',
  'Your Journey at a Glance',
  'How a Cycle Works',
  'Explore the Hub',
  "You're all set",
];

const SAFETY_PAGES = ['/treatment-day', '/applicator-instructions', '/feeling'];

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const box = (page: Page, words: RegExp) => page.getByRole('checkbox', { name: words });

async function giveConsent(page: Page) {
  await box(page, /privacy policy/i).check();
  await box(page, /transcripts/i).check();
  await press(page, 'Accept and Continue');
}

async function walkToTheEnd(page: Page) {
  for (let step = 0; step < TITLES.length; step += 1) await press(page, 'Next');
}

const customerOf = async (clinic: Clinic, email: string) =>
  (await clinic.sql('select * from public.customers where customer_email = $1', [email]))[0]!;

test('a new patient goes from the email through consent and walkthrough to Home @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.invite('Noor');
  await signIn(page, clinic, email);
  await expect(page).toHaveURL('/privacy-terms');
  await expect(heading(page, 'Privacy and Data Usage')).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(4);
  await expect(page.getByText(/not encrypted/)).toBeVisible();
  await expect(page.getByText(`You’re signed in as ${email}. If you’d rather not`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page.getByText('Before you start')).toBeVisible();
  await expect(page.getByText('Is a cap still in?')).toHaveCount(0);

  await press(page, 'Accept and Continue');
  await expect(page.getByText('You must accept the privacy policy to continue')).toBeVisible();
  await expect(page.getByText('You must consent to data usage to continue')).toBeVisible();
  await expect(box(page, /privacy policy/i)).toBeFocused();
  await box(page, /privacy policy/i).check();
  await press(page, 'Accept and Continue');
  await expect(page.getByText('You must accept the privacy policy to continue')).toBeHidden();
  await expect(box(page, /transcripts/i)).toBeFocused();
  await box(page, /text messages/i).check();
  await giveConsent(page);

  await expect(page).toHaveURL('/onboarding');
  await expect(heading(page, 'Welcome, Noor')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back' })).toBeHidden();
  for (const [index, title] of TITLES.entries()) {
    await press(page, 'Next');
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: `Step ${index + 2} of 7` })).toBeAttached();
    await expect(page.getByRole('button', { name: 'Back' })).toBeVisible();
    await expect(page.getByRole('main').getByText(String(index + 2), { exact: true })).toHaveCount(
      index < 5 ? 1 : 0,
    );
  }
  await press(page, 'Continue to Home');
  await expect(page).toHaveURL('/home');
  expect(await customerOf(clinic, email)).toMatchObject({
    privacy_policy_accepted: true,
    data_usage_consent: true,
    research_consent: false,
    sms_consent: true,
    onboarding_completed: true,
  });

  await page.reload();
  await expect(page).toHaveURL('/home');
  await page.goBack();
  await expect(page).not.toHaveURL(/privacy-terms|onboarding|auth/);
});

test('a clinic that cannot send texts asks no one whether they want any @long', async ({ page, clinic }) => {
  await page.context().route('**/config.json', async (route) => {
    const settings = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...settings, contacts: { noTexts: true } } });
  });
  await signIn(page, clinic, await clinic.invite('Noor'));
  await expect(page.getByRole('checkbox')).toHaveCount(3);
  await giveConsent(page);
  await expect(page).toHaveURL('/onboarding');
  await walkToTheEnd(page);
  await press(page, 'Continue to Home');
  await expect(page).toHaveURL('/home');
  await page.goto('/account');
  await expect(page.getByRole('switch', { name: 'Sharing medical summaries' })).toBeVisible();
  await expect(page.getByText(/\btexts?\b/i)).toHaveCount(0);
});

test('a returning patient goes straight Home, and may open both pages again @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient('Alma');
  await clinic.sql('update public.customers set research_consent = true where customer_email = $1', [email]);
  await signIn(page, clinic, email);
  await expect(page).toHaveURL('/home');
  await page.goto('/privacy-terms');
  await expect(box(page, /privacy policy/i)).toBeChecked();
  await expect(box(page, /medical summaries/i)).toBeChecked();
  await expect(box(page, /text messages/i)).not.toBeChecked();
  await expect(page.getByText('Before you start')).toHaveCount(0);
  await expect(page.getByText('Is a cap still in?')).toHaveCount(0);
  await box(page, /text messages/i).check();
  await page.reload();
  await expect(box(page, /text messages/i)).not.toBeChecked();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/home');
  await page.goto('/onboarding');
  await expect(heading(page, 'Welcome, Alma')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(heading(page, 'Your Treatment Plan')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(heading(page, 'What To Expect')).toBeVisible();
  await press(page, 'Back');
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(heading(page, 'Welcome, Alma')).toBeVisible();
});

test('the gate shows nothing of a page before it has decided, and two tabs agree @long', async ({
  page,
  clinic,
  context,
}) => {
  const email = await clinic.invite('Noor');
  await signIn(page, clinic, email);
  const seen = await watchTitles(page);
  for (const path of ['/home', '/overview', '/patient-info', '/account', '/onboarding', ...SAFETY_PAGES]) {
    await page.goto(path);
    await expect(page).toHaveURL('/privacy-terms');
    await expect(heading(page, 'Privacy and Data Usage')).toBeVisible();
    expect(await seen(), path).toEqual(['Privacy and Data Usage']);
  }

  const other = await context.newPage();
  await other.goto(`${clinic.url}/home`);
  await expect(other).toHaveURL('/privacy-terms');
  await giveConsent(page);
  await expect(page).toHaveURL('/onboarding');
  await other.goto(`${clinic.url}/overview`);
  await expect(other).toHaveURL('/onboarding');
  for (const path of ['/home', '/patient-info', ...SAFETY_PAGES]) {
    await page.goto(path);
    await expect(page).toHaveURL('/onboarding');
    await expect(heading(page, 'Welcome, Noor')).toBeVisible();
    for (const title of await seen()) expect(title, path).toMatch(/^Welcome/);
  }
  await walkToTheEnd(page);
  await press(page, 'Continue to Home');
  await expect(page).toHaveURL('/home');
  await other.reload();
  await walkToTheEnd(other);
  await press(other, 'Continue to Home');
  await expect(other).toHaveURL('/home');
});

test('the privacy policy opens in a new tab, even signed out @phone @long', async ({
  page,
  clinic,
  browser,
}) => {
  await signIn(page, clinic, await clinic.invite());
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  const policy = await opening;
  await expect(policy).toHaveURL('/privacy-policy');
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${clinic.url}/privacy-policy`);
  for (const each of [policy, stranger]) {
    await expect(heading(each, 'Privacy Policy')).toBeVisible();
    await expect(each.getByText('To be reviewed by the clinic.')).toBeVisible();
    await expect(each.getByRole('heading', { name: 'How long we keep it' })).toBeVisible();
  }
  await stranger.context().close();
});

test('consent that cannot be saved says so, stays, and survives a reload @long', async ({ page, clinic }) => {
  await behind(clinic, answers('/functions/v1/update-privacy-preferences', 500), async (url) => {
    await signIn(page, { ...clinic, url }, await clinic.invite());
    await giveConsent(page);
    await expectToast(page, 'Error', UNEXPECTED);
    await expect(page).toHaveURL(`${url}/privacy-terms`);
    await page.reload();
    await expect(box(page, /transcripts/i)).toBeChecked();
  });
});

test('a walkthrough that cannot be finished says so and stays @long', async ({ page, clinic }) => {
  const refusesToWrite: Break = (request, response) =>
    request.method === 'PATCH' && answers('/rest/v1/customers', 500)(request, response);
  await behind(clinic, refusesToWrite, async (url) => {
    const email = await clinic.patient('Alma');
    await signIn(page, { ...clinic, url }, email);
    await page.goto(`${url}/onboarding`);
    await walkToTheEnd(page);
    await press(page, 'Continue to Home');
    await expectToast(page, 'Error', UNEXPECTED);
    await expect(heading(page, "You're all set")).toBeVisible();
  });
});

test('without a record the walkthrough tells the patient to log in, and stays @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await clinic.sql('delete from public.customers where customer_email = $1', [email]);
  await page.goto('/onboarding');
  await expect(heading(page, 'Welcome')).toBeVisible();
  await walkToTheEnd(page);
  await press(page, 'Continue to Home');
  await expectToast(page, 'Error', NOT_LOGGED_IN);
  await expect(page).toHaveURL('/onboarding');
});
