import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { cycleCard, daysAgo, logPeriod, logTest } from '../support/cycle-steps.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';
import { action, completedOf, loadTo } from '../support/journey-steps.ts';
import { chooseOvulation, press } from '../support/logging-steps.ts';
import { confirm } from '../support/outcome-steps.ts';
import { answered } from '../support/safety-steps.ts';

const PEAK = 'Peak (Positive LH Surge)';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function log(page: Page, result: string) {
  await page.goto('/log-result/ovulation');
  await chooseOvulation(page, result);
  await press(page, 'Continue');
}

test('a peak says what to do today and tomorrow, and moves the plan on in one step @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await logPeriod(clinic, email, 13);
  const before = await completedOf(clinic, email);
  await signIn(page, clinic, email);
  await log(page, PEAK);
  await expect(heading(page, 'Great! You are now ready to use your first Béa Applicator')).toBeFocused();
  const next = page.getByRole('link', { name: 'Begin the check' });
  const { y, height } = (await next.boundingBox())!;
  expect(y + height, 'what is next needs no scrolling').toBeLessThan(page.viewportSize()!.height);
  const days = page.getByRole('region', { name: 'Your next two days' });
  await expect(days).toContainText('Use your first applicator after this cycle’s safety check.');
  await expect(days).toContainText('Use your second applicator with a fresh sample.');
  await expect(days.getByRole('link', { name: 'Open the timers' })).toHaveAttribute('href', '/treatment-day');
  await expectAccessible(page);
  await days.getByRole('button', { name: 'Go to my applicator step' }).click();
  await expect(page.getByRole('dialog', { name: 'Use your applicators' })).toBeVisible();
  await expect(page).toHaveURL('/overview?phase=applicators&cycle=1');
  expect(await completedOf(clinic, email)).toEqual([...before, 'ovulation', 'abstinence']);

  await page.goto('/home');
  await expect(action(page, 'time-treatment-day')).toBeVisible();
  await expect(action(page, 'first-applicator-survey')).toBeVisible();
  await expect(
    page.getByText('‘Track your ovulation’ and ‘Plan for the sample’ are complete.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('dialog')).toContainText('Track your ovulationPlan for the sample');
  await confirm(page, 'Go back in your plan?', 'Yes, undo it');
  await expectToast(page, 'Success', 'Your plan is back to where it was.');
  await expect(action(page, 'log-ovulation-test').getByText('Done')).toBeVisible();
  expect(await completedOf(clinic, email)).toEqual(before);
  // Home offers the same.
  await page.getByRole('button', { name: 'Go to my applicator step' }).click();
  await expect(action(page, 'time-treatment-day')).toBeVisible();
  expect(await completedOf(clinic, email)).toEqual([...before, 'ovulation', 'abstinence']);
});

test('a peak while the safety check blocks treatment leads to the clinician, and to no applicator @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await logPeriod(clinic, email, 13);
  await answered(clinic, email, 'clinician');
  await signIn(page, clinic, email);
  await log(page, PEAK);
  await expect(heading(page, 'Your test shows a peak. Please talk to your clinician first.')).toBeFocused();
  await expect(page.getByText(/ready to use|your first applicator|Open the timers/i)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Book a safety call' })).toHaveAttribute(
    'href',
    '/schedule?appointmentType=safety-call',
  );
  await press(page, 'I need an answer today');
  await expect(page.getByText(/request, marked urgent\./)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/home');
  await expect(cycleCard(page)).toContainText('Please talk to your clinician first');
  await expect(page.getByText(/ready for the applicator step/)).toHaveCount(0);
});

test('a peak without a kit says what it means now, and the same on Home', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await clinic.sql(
    `update public.kit_requests set sent_on = null, sent_at = null, arrived_at = null
     where user_id = (select user_id from public.customers where customer_email = $1)`,
    [email],
  );
  await logPeriod(clinic, email, 13);
  await signIn(page, clinic, email);
  await log(page, PEAK);
  await expect(heading(page, 'Your test shows a peak')).toBeFocused();
  await expect(page.getByText('As far as we know, your kit hasn’t arrived.')).toBeVisible();
  await expect(page.getByText(/ready to use|your first applicator/i)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Tell us about your kit' })).toHaveAttribute(
    'href',
    '/patient-info#your-kit',
  );
  await press(page, 'Exit');
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(
    'as far as we know your kit hasn’t arrived',
  );
  await expect(cycleCard(page)).toContainText('As far as we know, your kit hasn’t arrived.');
  await expect(page.getByText(/applicator step|Use your first applicator/)).toHaveCount(0);
});

test('a high after a peak, a second peak and an early negative each get their own answer @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'applicators', 1);
  await logPeriod(clinic, email, 16);
  await logTest(clinic, email, 3, PEAK);
  await signIn(page, clinic, email);
  await log(page, 'High (Rising LH)');
  await expect(heading(page, 'Your peak still counts')).toBeFocused();
  await expect(page.getByText('peak should be coming soon')).toHaveCount(0);
  await log(page, PEAK);
  await expect(heading(page, 'A second peak in this cycle')).toBeFocused();
  await expect(page.getByText('Each cycle has only two applicators.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Go to my applicator step' })).toHaveCount(0);

  const other = await clinic.patient();
  await loadTo(clinic, other, 'ovulation', 1);
  await logPeriod(clinic, other, 3);
  await signIn(page, clinic, other);
  await log(page, 'Negative (Low LH)');
  await expect(heading(page, "You're not quite in your fertile window yet")).toBeFocused();
  await expect(page.getByText(/^It’s early in your cycle to test\. Start testing on/)).toBeVisible();
});

test('a patient who only knows the day enters the day, and yesterday’s peak is not today’s @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await logPeriod(clinic, email, 14);
  await signIn(page, clinic, email);
  await page.goto('/log-result/ovulation');
  await chooseOvulation(page, PEAK);
  await press(page, 'I took it earlier');
  await press(page, 'I only know the day');
  await page.getByLabel('When did you take it?').fill(daysAgo(1));
  await press(page, 'Continue');
  await expect(heading(page, 'Use your second applicator today')).toBeFocused();
  await expect(page.getByText('Did you use your first applicator yesterday?')).toBeVisible();
  const [stored] = await clinic.sql(
    `select taken_on::text as day from public.test_results join public.customers using (user_id) where customer_email = $1`,
    [email],
  );
  expect(stored).toEqual({ day: daysAgo(1) });
});

test('outside treatment a peak asks for nothing @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await clinic.sql(
    `insert into public.outcome_events (user_id, kind, day, cycle)
     select user_id, 'pause', current_date - 1, 1 from public.customers where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await log(page, PEAK);
  await expect(heading(page, 'Thank you for telling us')).toBeFocused();
  await expect(page.getByText(/applicator/i)).toHaveCount(0);
});

test('a peak of before treatment resumed asks the coach first, and nothing asks for an applicator @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await logPeriod(clinic, email, 13);
  await clinic.sql(
    `insert into public.outcome_events (user_id, kind, day, cycle)
     select user_id, 'pause', current_date - 1, 1 from public.customers where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await log(page, PEAK);
  await expect(heading(page, 'Thank you for telling us')).toBeFocused();
  await page.goto('/home');
  await page
    .getByRole('region', { name: 'Your treatment is paused.' })
    .getByRole('button', { name: 'Resume' })
    .click();
  await confirm(page, 'Resume your treatment?', 'Yes, resume');
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText('Please ask your coach before you use an applicator.');
  await expect(cycleCard(page)).toContainText('You logged this peak while your treatment was on hold.');
  await expect(page.getByRole('button', { name: 'Go to my applicator step' })).toHaveCount(0);
  await expectAccessible(page);
});
