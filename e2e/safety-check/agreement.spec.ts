import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { press } from '../support/logging-steps.ts';
import { answerAll, checksOf, setUpFamily } from '../support/safety-steps.ts';

test('a surrogate agrees before the questions, can withdraw, and urgent advice needs no agreement @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await setUpFamily(clinic, email, 'Same-sex couple with surrogate');
  await signIn(page, clinic, email);
  await page.goto('/safety-check');
  const form = page.getByRole('region', { name: 'Who uses the applicator?' });
  await expect(form.getByLabel('A surrogate')).toBeChecked();
  await expect(page.getByRole('button', { name: 'Send answers' })).toHaveCount(0);
  await press(page, 'Save');
  await expect(form.getByText('Please enter their name.')).toBeVisible();
  await expect(form.getByText('Please ask them, and check this box when they agree.')).toBeVisible();
  await expectAccessible(page);
  await form.getByRole('link', { name: 'How are you feeling?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How are you feeling?' })).toBeVisible();

  await page.goto('/safety-check');
  await form.getByLabel('Their first and last name').fill('Robin Vale');
  await form.getByLabel(/^The person using the applicator agrees/).check();
  await press(page, 'Save');
  await expect(page.getByText('The questions are about Robin Vale.')).toBeVisible();
  await answerAll(page, 'No');
  await press(page, 'Send answers');
  await expect(page.getByRole('heading', { name: 'You can continue.' })).toBeFocused();
  expect(await checksOf(clinic, email)).toEqual([{ outcome: 'ready', reasons: [] }]);

  await press(page, 'Answer again');
  await press(page, 'Change who uses the applicator');
  await press(page, 'They no longer agree');
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(form).toBeVisible();
  expect(
    await clinic.sql(
      `select person, name, agreed from public.applicator_agreements join public.customers using (user_id)
       where customer_email = $1 order by applicator_agreements.created_at`,
      [email],
    ),
  ).toEqual([
    { person: 'surrogate', name: 'Robin Vale', agreed: true },
    { person: 'surrogate', name: 'Robin Vale', agreed: false },
  ]);
});

test('a patient whose partner uses the applicator says so @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/safety-check');
  await expect(page.getByText('The questions are about you.')).toBeVisible();
  await press(page, 'Someone else uses the applicator');
  const form = page.getByRole('region', { name: 'Who uses the applicator?' });
  await form.getByLabel('My partner').check();
  await form.getByLabel('Their first and last name').fill('Sam Vale');
  await form.getByLabel(/^The person using the applicator agrees/).check();
  await press(page, 'Save');
  await expect(page.getByText('The questions are about Sam Vale.')).toBeVisible();
});
