import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import { press } from '../support/logging-steps.ts';
import { eventsOf, follow, stateOf } from '../support/outcome-steps.ts';

test('a treatment is paused without an end and resumed, and the place in the plan is kept @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'abstinence', 1);
  await signIn(page, clinic, email);
  await expect(page.getByRole('region', { name: 'To Do' })).toBeVisible();
  await page.goto('/account');
  await follow(page, 'Pause my treatment');
  await press(page, 'Pause my treatment');
  await expect(page.getByText('Please choose how long.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'I do not know yet' }).check();
  await page.getByLabel('Reason, if you like').fill('A wedding in the family');
  await press(page, 'Pause my treatment');
  await expect(page.getByRole('heading', { name: 'Your treatment is paused.' })).toBeFocused();
  expect(await eventsOf(clinic, email)).toMatchObject([
    { kind: 'pause', until: null, reason: 'A wedding in the family' },
  ]);
  expect(await stateOf(clinic, email)).toEqual({ status: 'Paused', state: 'paused' });

  // Pressed too fast: the way back is on the page itself.
  await press(page, 'Resume');
  await expect(page.getByRole('region', { name: 'To Do' })).toBeVisible();
  expect(await stateOf(clinic, email)).toEqual({ status: 'Active', state: 'treatment' });
  await page.goto('/pause');
  await page.getByRole('radio', { name: 'I do not know yet' }).check();
  await press(page, 'Pause my treatment');
  await expect(page.getByRole('heading', { name: 'Your treatment is paused.' })).toBeFocused();

  await press(page, 'Go to Home');
  const card = page.getByRole('region', { name: 'Your treatment is paused.' });
  await expect(card).toContainText('Your place in the plan is kept, and the cycle is not used up.');
  await expect(page.getByRole('region', { name: 'To Do' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Log your first result' })).toHaveCount(0);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('region', { name: 'To Do' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Plan for the sample')).toBeVisible();
  expect(await stateOf(clinic, email)).toEqual({ status: 'Active', state: 'treatment' });
});

test('a pause until a day asks on that day whether to go on, and can be made longer from My Coach too @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/support');
  await follow(page, 'Pause my treatment');
  await page.getByRole('radio', { name: 'Until a day that I choose' }).check();
  await press(page, 'Pause my treatment');
  await expect(page.getByText('Please choose the day.')).toBeVisible();
  await page.getByRole('button', { name: /^Until/ }).click();
  // Today is the first day that can be chosen: the pause is over at once, and still nothing starts by itself.
  await page.getByRole('dialog', { name: 'Choose a date' }).locator('[aria-current=date]').click();
  await press(page, 'Pause my treatment');
  await expect(page.getByRole('heading', { name: 'Your treatment is paused.' })).toBeVisible();
  await page.goto('/home');
  const card = page.getByRole('region', { name: 'Your treatment is paused.' });
  await expect(card.getByRole('heading', { name: 'Ready to go on?' })).toBeVisible();
  await follow(page, 'Change the end of the pause');
  await page.getByRole('radio', { name: 'I do not know yet' }).check();
  await press(page, 'Pause my treatment');
  await expect(page.getByText('Your pause has no end.')).toBeVisible();
  await page.goto('/support');
  await page.getByRole('main').getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByRole('link', { name: 'Pause my treatment' })).toBeVisible();
  expect((await eventsOf(clinic, email)).map(({ kind }) => kind)).toEqual(['pause', 'pause', 'resume']);
});

test('while paused the plan can be read, and no phase of treatment asks for anything @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, 'paused@example.com');
  await page.goto('/overview?phase=ovulation&cycle=1');
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('Nothing here is asked of you now. You can still read it.');
  await expect(drawer.getByRole('link')).toHaveCount(0);
  await expect(drawer.getByRole('button', { name: /Mark as complete|Completed/ })).toBeDisabled();
  await page.goto('/overview');
  await expect(page.getByRole('button', { name: /^STAGE \d/, expanded: false })).toHaveCount(4);
});

test('stopping asks for no reason, leaves everything readable, and is not asked twice @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await signIn(page, clinic, email);
  await page.goto('/account');
  await follow(page, 'Stop treatment');
  await expectAccessible(page);
  await press(page, 'Stop treatment');
  await expect(page.getByRole('heading', { name: 'Your treatment has stopped.' })).toBeFocused();
  expect(await stateOf(clinic, email)).toEqual({ status: 'Withdrawn', state: 'stopped' });
  await press(page, 'Go to Home');
  await expect(page.getByRole('region', { name: 'Your treatment has stopped.' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'To Do' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/overview');
  await expect(page.getByText('Nothing in your plan is asked of you now.')).toBeVisible();
  await page.goto('/stop');
  await expect(page.getByText('This treatment has already been stopped.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop treatment' })).toHaveCount(0);
});

test('what the server refuses is said in its own words, where another device was quicker @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await page.routeWebSocket(/\/realtime\/v1\//, () => {}); // which would tell this page of it
  await signIn(page, clinic, email);
  await page.goto('/pause');
  await page.getByRole('radio', { name: 'I do not know yet' }).check();
  await clinic.sql(
    `insert into public.outcome_events (user_id, kind, day, cycle)
     select user_id, 'stop', current_date, 1 from public.customers where customer_email = $1`,
    [email],
  );
  await press(page, 'Pause my treatment');
  await expect(page.getByTestId('toast')).toContainText('stopped, so there is nothing to pause');
});
