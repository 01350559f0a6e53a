import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a patient withdrawing consent is asked once, finds the gate closed, and keeps their data @phone', async ({
  page,
  clinic,
  context,
}) => {
  const email = await clinic.patient('Alma');
  await signIn(page, clinic, email);
  const other = await context.newPage();
  await other.goto(`${clinic.url}/home`);
  await expect(heading(other, 'Home')).toBeAttached();

  await page.goto('/account');
  await press(page, 'Withdraw consent');
  const dialog = page.getByRole('dialog', { name: 'Withdraw consent' });
  await expect(dialog).toContainText('Your care team can no longer open your record.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Withdraw consent' }).click();
  await expect(page).toHaveURL('/privacy-terms');
  await expect(page.getByText('You withdrew your consent')).toBeVisible();
  await expect(page.getByText('Before you start')).toHaveCount(0);
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
  await expectAccessible(page);
  expect(
    await clinic.sql(
      `select consent, granted from public.consent_history join public.customers using (user_id)
       where customer_email = $1 order by id`,
      [email],
    ),
  ).toEqual([
    { consent: 'privacy_policy_accepted', granted: true },
    { consent: 'data_usage_consent', granted: true },
    { consent: 'privacy_policy_accepted', granted: false },
    { consent: 'data_usage_consent', granted: false },
  ]);
  await expect(other).toHaveURL('/privacy-terms');

  for (const path of ['/home', '/account', '/onboarding', '/messages']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/privacy-terms');
  }
  for (const [path, title] of [
    ['/treatment-day', 'Treatment Day'],
    ['/applicator-instructions', 'Applicator Instructions'],
    ['/feeling', 'How are you feeling?'],
  ] as const) {
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
  }

  await page.goto('/privacy-terms');
  const download = page.waitForEvent('download');
  await press(page, 'Download JSON');
  expect((await download).suggestedFilename()).toMatch(/\.json$/);
  await press(page, 'Delete my account');
  await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible();
  await page.keyboard.press('Escape');

  for (const words of [/privacy policy/i, /transcripts/i])
    await page.getByRole('checkbox', { name: words }).check();
  await press(page, 'Accept and Continue');
  await expect(page).toHaveURL('/home');
});

test('a withdrawal that cannot be saved says so and leaves everything open @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/account');
  await page.route('**/functions/v1/withdraw-consent', (route) => route.fulfill({ status: 500, json: {} }));
  await press(page, 'Withdraw consent');
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw consent' }).click();
  await expect(page.getByTestId('toast')).toContainText('An unexpected error occurred. Please try again.');
  await page.keyboard.press('Escape');
  await page.goto('/home');
  await expect(page).toHaveURL('/home');
});
