import type { Page } from '@playwright/test';
import { CARE_STATES, type CareState } from '../../domain/care-state/facts.ts';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test, type Clinic } from '../support/fixtures.ts';
import { stateOf } from '../support/outcome-steps.ts';
import { kept } from '../support/routes.ts';
import { answered, timersOf, logTimer } from '../support/safety-steps.ts';

test.use({ serviceWorkers: 'allow' });

const event = (kind: string) =>
  `insert into public.outcome_events (user_id, kind, day, cycle)
   select user_id, '${kind}', current_date, 1 from public.customers where customer_email = $1`;
const pregnancyTest = (result: string) =>
  `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
   select user_id, 'PREGNANCY', '${result}', 1, now() from public.customers where customer_email = $1`;

const REACHED: Record<CareState, string | null> = {
  treatment: null,
  paused: event('pause'),
  pregnant: pregnancyTest('positive'),
  unsure: pregnancyTest('unclear'),
  'after-loss': event('loss'),
  stopped: event('stop'),
};

const toCap = (page: Page) => page.getByRole('complementary', { name: 'Your cap is in' }).getByRole('link');

/** A patient with a cap in that only another device has reported. */
async function withCapIn(clinic: Clinic, statement: string | null): Promise<string> {
  const email = await clinic.patient();
  await logTimer(clinic, email, 'cap-in', 60);
  await answered(clinic, email, 'stop');
  if (statement) await clinic.sql(statement, [email]);
  return email;
}

for (const state of CARE_STATES) {
  test(`${state}, with a check that stops: removing the cap is one tap away @long`, async ({
    page,
    clinic,
  }) => {
    const email = await withCapIn(clinic, REACHED[state]);
    expect(await stateOf(clinic, email)).toMatchObject({ state });
    await signIn(page, clinic, email);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await toCap(page).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Treatment Day' })).toBeVisible();
    await expect(toCap(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'The cap is out' }).click();
    await expect(page.getByRole('region', { name: 'Cap in place' })).toContainText('The cap is out.');
    await expect.poll(() => timersOf(clinic, email)).toEqual(['cap-in', 'cap-out']);
  });
}

test('on the safety check that stops, and offline, it is one tap away too @phone', async ({
  page,
  clinic,
  context,
}) => {
  const email = await withCapIn(clinic, null);
  await signIn(page, clinic, email);
  await page.goto('/safety-check');
  await expect(page.getByRole('heading', { name: 'Let’s talk first' })).toBeVisible();
  await expect(toCap(page)).toBeVisible();
  await expectAccessible(page);
  await kept(page);
  await context.setOffline(true);
  await expect(toCap(page)).toBeInViewport();
  await toCap(page).click();
  const out = page.getByRole('button', { name: 'The cap is out' });
  await expect(out).toBeInViewport();
  await expectAccessible(page);
  await out.click();
  await expect(page.getByRole('region', { name: 'Cap in place' })).toContainText('The cap is out.');
  await context.setOffline(false);
  await expect.poll(() => timersOf(clinic, email)).toEqual(['cap-in', 'cap-out']);
});

test('after consent was withdrawn it is one tap away too @long', async ({ page, clinic }) => {
  const email = await withCapIn(clinic, null);
  await signIn(page, clinic, email);
  await expect(toCap(page)).toBeVisible();
  await clinic.sql('update public.customers set data_usage_consent = false where customer_email = $1', [
    email,
  ]);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy and Data Usage' })).toBeVisible();
  await toCap(page).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Treatment Day' })).toBeVisible();
  await page.getByRole('button', { name: 'The cap is out' }).click();
  await expect(page.getByRole('region', { name: 'Cap in place' })).toContainText('The cap is out.');
});

test('a cap that is due says so on every page @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await logTimer(clinic, email, 'cap-in', 301);
  await signIn(page, clinic, email);
  await expect(toCap(page)).toContainText('It’s time to remove the cap');
  await expectAccessible(page);
});

const withdrawConsent = (clinic: Clinic, email: string) =>
  clinic.sql('update public.customers set data_usage_consent = false where customer_email = $1', [email]);

test('a withdrawn consent keeps no one from removing the cap, or from help @phone', async ({
  page,
  clinic,
}) => {
  const email = await withCapIn(clinic, null);
  await signIn(page, clinic, email);
  await expect(toCap(page)).toBeVisible();
  await withdrawConsent(clinic, email);
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy and Data Usage' })).toBeVisible();
  await expectAccessible(page);
  await toCap(page).click();
  await page.getByRole('button', { name: 'The cap is out' }).click();
  await expect(page.getByRole('region', { name: 'Cap in place' })).toContainText('The cap is out.');
  await page.getByRole('link', { name: 'How are you feeling?' }).click();
  await page.getByRole('checkbox', { name: 'Fainting' }).check();
  await expect(page.getByRole('region', { name: 'Get help now' })).toBeVisible();
});

test('on another device, after consent was withdrawn, both are one tap away @long', async ({
  page,
  clinic,
}) => {
  const email = await withCapIn(clinic, null);
  await withdrawConsent(clinic, email);
  await signIn(page, clinic, email);
  const stillOpen = page.getByRole('region', { name: 'Is a cap still in?' });
  await stillOpen.getByRole('link', { name: 'Treatment Day' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Treatment Day' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Cap in place' })).toBeVisible();
  await page.goBack();
  await stillOpen.getByRole('link', { name: 'How are you feeling?' }).click();
  await page.getByRole('checkbox', { name: 'Fainting' }).check();
  await expect(page.getByRole('region', { name: 'Get help now' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'How to reach us' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0);
});

test('a patient deleting their account removes the cap as before @long', async ({ page, clinic }) => {
  const email = await withCapIn(clinic, null);
  await clinic.sql(
    `insert into public.account_deletions (user_id, requested_at, delete_after)
     select user_id, now(), now() + interval '7 days' from public.customers where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await toCap(page).click();
  await page.getByRole('button', { name: 'The cap is out' }).click();
  await expect.poll(() => timersOf(clinic, email)).toEqual(['cap-in', 'cap-out']);
});
