import { expectAccessible } from '../support/accessibility-checks.ts';
import { card } from '../support/account-steps.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { openBeside } from '../support/journey-steps.ts';

test('what Home promises a new patient exists: a welcome from the coach, the tour again and their answers @phone @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, await clinic.patient('Wanda'));
  await page.goto('/home');
  const welcome = await openBeside(page, 'A welcome from your coach');
  await expect(welcome.getByRole('heading', { level: 1, name: 'A welcome from your coach' })).toBeVisible();
  await expect(welcome.getByText('Hello, and welcome.')).toBeVisible();
  await expect(welcome.getByText('Marisol Vega')).toBeVisible();
  await expectAccessible(welcome);

  await page.goto('/account');
  await card(page, 'Your answers and the tour').getByRole('link', { name: 'Take the tour again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Welcome/ })).toBeVisible();
  await page.goto('/account');
  await card(page, 'Your answers and the tour').getByRole('link', { name: 'Patient Information' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Patient Information' })).toBeVisible();
});

test('before the kit arrives, its parts and the days before the first sample can be read @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient('Kira');
  await clinic.sql(
    `insert into public.completed_phases (user_id, phase_id, stage_number)
     select user_id, phase, 1 from public.customers, unnest(array['welcome', 'consultation-prep']) as phase
     where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await page.goto('/home');
  await page.getByRole('link', { name: 'What’s in your kit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What’s in your kit' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A cap on each applicator' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/home');
  const preparing = await openBeside(page, 'Preparing for treatment');
  await expect(preparing.getByRole('heading', { name: 'The days before the first sample' })).toBeVisible();
});

test('a patient whose account is being deleted sees that on Home, and can stay @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient('Lena');
  await clinic.sql(
    `insert into public.account_deletions (user_id, delete_after)
     select user_id, now() + interval '7 days' from public.customers where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await page.goto('/home');
  const leaving = page.getByRole('region', { name: 'Your account will be deleted' });
  await expect(leaving).toContainText('Until then, you can change your mind.');
  await leaving.getByRole('button', { name: 'Keep my account' }).click();
  await expect(leaving).toHaveCount(0);
});

test('a select only has answers from its list @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient('Sara'));
  await page.goto('/onboarding-questionnaire');
  const select = page.getByLabel('How long trying to conceive');
  await expect(select.locator('option')).toHaveText([
    '',
    '1-6 months',
    '6-12 months',
    '1-2 years',
    'Over 2 years',
  ]);
  await expect(page.getByText('Select one').first()).toBeVisible();
  await select.selectOption('1-2 years');
  await expect(page.getByText('Select one')).toHaveCount(2);
});
