import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { daysAgo } from '../support/cycle-steps.ts';
import { expect, signIn, test, type Clinic } from '../support/fixtures.ts';
import { action, loadTo } from '../support/journey-steps.ts';
import { press } from '../support/logging-steps.ts';

const plan = (page: Page) => page.getByRole('region', { name: 'Your plan' });
const picture = (page: Page) => plan(page).locator('img');
const guide = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Download the pregnancy guide' });

const logPregnancy = (clinic: Clinic, email: string, result: string, cycle: number) =>
  clinic.sql(
    `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
     select user_id, 'PREGNANCY', $2, $3, now() from public.customers where customer_email = $1`,
    [email, result, cycle],
  );

test('pregnant: the review and the guide, on Home, in the plan and in Learn @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'testing', 1);
  await logPregnancy(clinic, email, 'positive', 1);
  await signIn(page, clinic, email);
  await expect(page.getByRole('region', { name: 'Your pregnancy' })).toBeVisible();
  await expect(guide(page)).toHaveAttribute('href', /\.pdf$/);
  await expect(picture(page)).toHaveAttribute('src', /afterwards-pregnant/);
  await expect(action(page, 'read-pregnancy-guide').getByRole('link')).toHaveAttribute('href', /\.pdf$/);
  await expect(action(page, 'share-experience')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/learn');
  await expect(page.getByRole('region', { name: 'Your pregnancy guide' })).toBeVisible();
  await expect(guide(page)).toHaveAttribute('href', /\.pdf$/);
  // Articles about treatment can be found, but aren't suggested.
  await expect(page.getByRole('link', { name: 'Waiting and testing' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Waiting and testing' })).toHaveCount(0);
});

test('after three negatives: care first, the review offered once, the coach, and no pregnancy guide @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'post-treatment');
  for (const cycle of [1, 2, 3]) await logPregnancy(clinic, email, 'negative', cycle);
  await signIn(page, clinic, email);
  const card = page.getByRole('region', { name: 'After your three cycles' });
  await expect(card).toContainText('we’re here for you');
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('link')).toHaveAttribute(
    'href',
    '/schedule?appointmentType=post-treatment-review',
  );
  await expect(card.getByRole('link')).toHaveText(['Talk to your coach']);
  await expect(picture(page)).toHaveAttribute('src', /afterwards-cycles/);
  await expect(action(page, 'talk-after-treatment')).toBeVisible();
  await expect(guide(page)).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/overview?phase=post-treatment');
  await expect(page.getByRole('dialog')).toContainText('You’ve completed three cycles');
  await page.goto('/learn');
  await expect(page.getByRole('heading', { level: 1, name: 'Learn' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your pregnancy guide' })).toHaveCount(0);
});

test('finished: the plan is complete, and everything stays readable @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'post-treatment');
  await clinic.sql(
    `insert into public.completed_phases (user_id, phase_id, stage_number)
     select user_id, 'post-treatment', 4 from public.customers where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  const card = page.getByRole('region', { name: 'Your plan is complete' });
  await expect(card.getByRole('link', { name: 'Read your notes' })).toHaveAttribute('href', '/medical-notes');
  await expect(picture(page)).toHaveAttribute('src', /afterwards-finished/);
  await expect(page.getByText('You have completed all your assigned tasks!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as complete' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/overview?phase=post-treatment');
  await expect(page.getByRole('dialog')).toContainText('You’ve been through every stage of your plan.');
});

test('after a loss, no positive shows a guide @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'testing', 1);
  await clinic.sql(
    `insert into public.outcome_events (user_id, kind, day, cycle)
     select user_id, kind, current_date - ago, 1 from public.customers, (values ('loss', 5), ('stop', 4)) as event (kind, ago)
     where customer_email = $1`,
    [email],
  );
  await logPregnancy(clinic, email, 'positive', 1);
  await signIn(page, clinic, email);
  await expect(page.getByRole('region', { name: 'Your plan' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Book review' })).toBeVisible();
  await expect(page.getByText(/pregnancy guide/i)).toHaveCount(0);
  await page.goto('/learn');
  await expect(page.getByRole('heading', { level: 1, name: 'Learn' })).toBeVisible();
  await expect(page.getByText(/pregnancy guide/i)).toHaveCount(0);
});

test('after a period ended the third cycle nothing asks to log, and ‘Go to my review’ opens the review in the plan @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'testing', 3);
  await clinic.sql(
    `insert into public.treatment_day_timers (user_id, cycle, action, at, on_day)
     select user_id, 3, 'cap-in', now() - interval '20 days', $2 from public.customers where customer_email = $1`,
    [email, daysAgo(20)],
  );
  await signIn(page, clinic, email);
  await page.goto('/log-result/period');
  await press(page, 'Log the first day of your period');
  await expect(page.getByRole('heading', { name: 'We’re here for you' })).toBeFocused();
  await expect(page.getByText('Your three cycles of treatment are complete')).toBeVisible();
  await expect(page.getByText(/new cycle/)).toHaveCount(0);
  await expectAccessible(page);
  await press(page, 'Go to Home');
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText('your three cycles are complete');
  await expect(plan(page).getByText('Your three cycles are complete.')).toBeVisible();
  await expect(plan(page).getByText('Wait, then test')).toHaveCount(0);
  const toDo = page.getByRole('region', { name: 'To Do' });
  await expect(toDo.getByRole('link', { name: 'Book your treatment review' })).toBeVisible();
  await expect(toDo.getByText('Talk it over with your coach')).toBeVisible();
  await expect(toDo.getByText(/while you wait|waiting/)).toHaveCount(0);
  await expect(action(page, 'log-pregnancy-test')).toHaveCount(0);
  await expect(
    page.getByRole('banner').getByRole('button', { name: 'Log test result' }),
    'it is there, and does not ask',
  ).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expectAccessible(page);
  await today.getByRole('button', { name: 'Go to my review' }).click();
  await expect(page).toHaveURL('/overview?phase=post-treatment');
  const drawer = page.getByRole('dialog', { name: 'Your treatment review' });
  await expect(drawer.getByRole('link', { name: 'Book your treatment review' })).toBeVisible();
  await page.goto('/home');
  await expect(page.getByText('‘Wait, then test’ is complete.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
});
