import { expect, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import { press } from '../support/logging-steps.ts';

test('after three cycles, nothing on My Account asks to log @phone @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'post-treatment');
  await signIn(page, clinic, email);
  const log = page.getByRole('banner').getByRole('button', { name: 'Log test result' });
  await expect(log).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await page.goto('/account');
  await expect(log).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  const results = page.getByRole('region', { name: 'Test Results' });
  await expect(results.getByText("You don't have any logged results")).toBeVisible();
  await expect(results.getByRole('button')).toHaveCount(0);
  await expect(results.getByRole('link')).toHaveCount(0);
});

test('during a pause and after a loss, ‘Log test result’ does not stand out on any page', async ({
  page,
  clinic,
}) => {
  const log = page.getByRole('banner').getByRole('button', { name: 'Log test result' });
  for (const person of ['paused', 'loss']) {
    await signIn(page, clinic, `${person}@example.com`);
    for (const path of ['/learn', '/overview']) {
      await page.goto(path);
      await expect(log).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    }
    // Past events can still be reported.
    await page.goto('/log-result/pregnancy');
    await expect(page.getByRole('radio', { name: 'Negative' })).toBeVisible();
  }
});

test('the daily test remembers the patient’s method @phone @long', async ({ page, clinic }) => {
  await signIn(page, clinic, 'cycle2@example.com');
  await page.goto('/log-result/ovulation');
  await expect(page.getByRole('radio', { name: 'Ovulation Predictor Kit (OPK)' })).toBeChecked();
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Log your result' })).toBeFocused();
});
