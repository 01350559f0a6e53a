import type { BrowserContext, Page } from '@playwright/test';
import { expect, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import { begin, press, resultsOf } from '../support/logging-steps.ts';
import { stateOf } from '../support/outcome-steps.ts';
import { kept } from '../support/routes.ts';

test.use({ serviceWorkers: 'allow' });

/** A positive test that waits on the device for a network. */
async function logOffline(page: Page, context: BrowserContext): Promise<void> {
  await page.goto('/log-result/pregnancy');
  await page.getByRole('radio', { name: 'Positive' }).check();
  await kept(page);
  await context.setOffline(true);
  await press(page, 'Continue');
  await expect(page.getByText('saved on your device')).toBeVisible();
}

test('a positive that waited offline counts for the cycle it was logged in @long', async ({
  page,
  context,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'testing', 1);
  await signIn(page, clinic, email);
  await logOffline(page, context);
  // In the meantime, on another device.
  await begin(clinic, email, 2);
  await context.setOffline(false);
  await expect.poll(() => resultsOf(clinic, email)).toMatchObject([{ result: 'positive', cycle_number: 1 }]);
  expect(await stateOf(clinic, email)).toEqual({ status: 'Pregnant', state: 'pregnant' });
});

test('a positive that waited offline and arrives after a loss congratulates no one', async ({
  page,
  context,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await logOffline(page, context);
  await clinic.sql(
    `insert into public.outcome_events (user_id, kind, day, cycle)
     select user_id, 'loss', (now() at time zone 'America/New_York')::date, 1
     from public.customers where customer_email = $1`,
    [email],
  );
  await context.setOffline(false);
  await expect.poll(() => resultsOf(clinic, email)).toHaveLength(1);
  expect(await stateOf(clinic, email)).toEqual({ status: 'Paused', state: 'after-loss' });
  await page.goto('/home');
  await expect(page.getByRole('region', { name: 'We are so sorry.' })).toBeVisible();
  await expect(page.getByText('Congratulations')).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'Positive' })).toHaveCount(0);
});
