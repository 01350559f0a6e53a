import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { cycleCard, daysAgo, logPeriod, logTest } from '../support/cycle-steps.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';
import { action, bookCall, completedOf, loadTo } from '../support/journey-steps.ts';
import { confirm } from '../support/outcome-steps.ts';
import { setUpFamily } from '../support/safety-steps.ts';

const tasks = (page: Page) => page.getByRole('region', { name: 'To Do' });
const mark = (page: Page) => page.getByRole('button', { name: 'Mark as complete' });
const GO_BACK = 'Go back in your plan?';
const question = (page: Page) => page.getByRole('dialog', { name: /^Mark ‘.+’ as complete\?$/ });

test('To Do ticks what was done, counts what can be done, and marks the phase there @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'consultation-prep');
  await signIn(page, clinic, email);
  // The questionnaire and the booking. A call that can't be joined yet and unwritten notes aren't tasks.
  await expect(tasks(page).getByText('2', { exact: true })).toBeVisible();
  await expect(action(page, 'read-fertility-consultation-notes')).toHaveCount(0);
  await setUpFamily(clinic, email, 'Single female with sperm donor');
  await bookCall(clinic, email, 'initial-consultation', -60);
  await page.reload();
  await expect(tasks(page).getByText('0', { exact: true })).toBeVisible();
  for (const id of ['complete-questionnaire', 'book-fertility-consultation']) {
    await expect(action(page, id).getByText('Done', { exact: true })).toBeVisible();
  }
  await expectAccessible(page);
  await mark(page).click();
  await expectToast(page, 'Success', 'Progress updated successfully');
  await expect(page.getByRole('heading', { name: 'Stage 2 - Prepare' })).toBeVisible();
  expect(await completedOf(clinic, email)).toEqual(['welcome', 'consultation-prep']);
});

test('a phase with something upcoming asks once, by name, and Undo restores the plan @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'consultation');
  await bookCall(clinic, email, 'meet-your-clinical-coach', 2 * 24 * 60);
  await signIn(page, clinic, email);
  await mark(page).click();
  await expect(question(page)).toContainText(/is still coming up: \w+day, \w+ \d+ at \d+:\d\d [ap]m/);
  await expectAccessible(page);
  await question(page).getByRole('button', { name: 'Not yet' }).click();
  await expect(question(page)).toBeHidden();
  expect(await completedOf(clinic, email)).not.toContain('consultation');

  await mark(page).click();
  await question(page).getByRole('button', { name: 'Mark it anyway' }).click();
  await expect(page).toHaveURL('/before-treatment-survey');
  // There was no consultation, so there is no kit.
  await expect(
    page.getByText(/be ready to use your Béa Treatment Kit after your consultation/),
  ).toBeVisible();
  await page.goto('/home');
  await expect(tasks(page).getByText('‘Meet your Clinical Coach’ is complete.')).toBeVisible();
  await tasks(page).getByRole('button', { name: 'Undo' }).click();
  const before = await completedOf(clinic, email);
  await expect(page.getByRole('dialog', { name: GO_BACK })).toContainText('Meet your Clinical Coach');
  await expectAccessible(page);
  await confirm(page, GO_BACK, 'No, keep it as it is');
  expect(await completedOf(clinic, email), 'a first touch changes nothing').toEqual(before);
  await tasks(page).getByRole('button', { name: 'Undo' }).click();
  await confirm(page, GO_BACK, 'Yes, undo it');
  await expectToast(page, 'Success', 'Your plan is back to where it was.');
  await expect(page.getByRole('heading', { name: 'Stage 2 - Prepare' })).toBeVisible();
  await expect(tasks(page).getByRole('button', { name: 'Undo' })).toHaveCount(0);
  expect(await completedOf(clinic, email)).toEqual(['welcome', 'consultation-prep', 'optimize']);
});

test('in the plan: no kit and no coach call are named, and the drawer can undo for a day @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'optimize');
  await signIn(page, clinic, email);
  await page.goto('/overview?phase=optimize');
  await mark(page).click();
  await expect(question(page)).toContainText('your kit hasn’t been sent yet');
  await question(page).getByRole('button', { name: 'Mark it anyway' }).click();
  await expectToast(page, 'Success', 'Progress updated successfully');
  await page.goto('/overview?phase=consultation');
  await mark(page).click();
  await expect(question(page)).toContainText('you haven’t talked to your Clinical Coach yet');
  await question(page).getByRole('button', { name: 'Close' }).click();
  await page.goto('/overview?phase=optimize');
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toBeVisible();
  await clinic.sql(
    `update public.completed_phases set completed_at = now() - interval '25 hours' from public.customers
     where customers.user_id = completed_phases.user_id and customer_email = $1`,
    [email],
  );
  await undo.click();
  const goBack = page.getByRole('dialog', { name: GO_BACK });
  await goBack.getByRole('button', { name: 'Yes, undo it' }).click();
  await expectToast(page, 'Error', 'We couldn’t undo it. Please try again.');
  expect(await completedOf(clinic, email)).toContain('optimize');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Completed' })).toBeVisible();
  await expect(undo).toHaveCount(0);
});

test('the period after the applicators starts the next cycle from Home, and Home, plan and surveys agree @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'applicators', 1);
  await logPeriod(clinic, email, 36);
  await logTest(clinic, email, 22, 'Peak (Positive LH Surge)');
  await clinic.sql(
    `insert into public.treatment_day_timers (user_id, cycle, action, at, on_day)
     select user_id, 1, 'cap-in', now() - interval '22 days', $2 from public.customers where customer_email = $1`,
    [email, daysAgo(22)],
  );
  await signIn(page, clinic, email);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today.getByRole('link', { name: 'Log your result' })).toBeVisible();
  await page.goto('/log-result/period');
  await page.getByRole('button', { name: 'Log the first day of your period' }).click();
  await page
    .getByRole('link', { name: 'Go to Home' })
    .or(page.getByRole('button', { name: 'Go to Home' }))
    .click();
  await expect(today).toContainText('Your period has started, so this is a new cycle.');
  await today.getByRole('button', { name: 'Start my next cycle' }).click();
  await expectToast(page, 'Success', 'Your plan is updated. You can undo this for a day, under To Do.');
  await expect(page.getByRole('region', { name: 'Your plan' })).toContainText('Cycle 2');
  await expect(cycleCard(page)).toContainText('Day 1');
  await expectAccessible(page);
  const cycles = () =>
    clinic.sql(
      `select private.cycle_under_way(user_id) as cycle from public.customers where customer_email = $1`,
      [email],
    );
  expect(await cycles()).toEqual([{ cycle: 2 }]);
  await page.goto('/overview');
  await expect(page.getByRole('button', { name: /^Cycle 2/ })).toHaveAttribute('aria-expanded', 'true');
  await page.goto('/home');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('dialog', { name: GO_BACK })).toContainText(
    'Use your applicatorsWait, then test',
  );
  await confirm(page, GO_BACK, 'Yes, undo it');
  await expectToast(page, 'Success', 'Your plan is back to where it was.');
  expect(await cycles()).toEqual([{ cycle: 1 }]);
  await expect(today.getByRole('button', { name: 'Start my next cycle' })).toBeVisible();
});
