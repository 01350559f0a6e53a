import { monthAndDay } from '../../domain/time/words.ts';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { cycleCard, daysAgo, logPeriod, logTest, periodsOf } from '../support/cycle-steps.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import { press } from '../support/logging-steps.ts';
import { confirm } from '../support/outcome-steps.ts';
import { kept } from '../support/routes.ts';

test.use({ serviceWorkers: 'allow' });

const TITLE = 'Log the first day of your period';
const GUIDE = 'This is only a guide. Don’t use it as birth control.';
const PEAK = 'Peak (Positive LH Surge)';

test('Home asks for a period, counts from it, and a mistake can be undone @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await signIn(page, clinic, email);
  const card = cycleCard(page);
  await expect(card.getByText('We don’t know your cycle day yet')).toBeVisible();
  await expect(card.getByText(GUIDE)).toBeVisible();
  await expectAccessible(page);
  await card.getByRole('link', { name: TITLE }).click();
  await expect(page).toHaveURL('/log-result/period');
  await expect(page.getByRole('heading', { level: 2, name: TITLE })).toBeVisible();
  await expectAccessible(page);
  await press(page, TITLE);
  await expect(page.getByRole('heading', { name: 'Your period is logged' })).toBeFocused();
  expect(await periodsOf(clinic, email)).toEqual([{ day: daysAgo(0), kind: 'period', withdrawn: false }]);
  await press(page, 'Go to Home');
  await expect(card.getByText('Day 1', { exact: true })).toBeVisible();
  await expect(card.getByText(`Start testing on ${monthAndDay(daysAgo(-6))}`)).toBeVisible();
  await expect(card.getByText(GUIDE)).toBeVisible();
  await expectAccessible(page);

  await page.goto('/account');
  const results = page.getByRole('region', { name: 'Test Results' });
  const takeBack = results.getByRole('button', { name: /^Take it back: Period/ });
  await takeBack.click();
  await expectAccessible(page);
  await confirm(page, 'Did you report this by mistake?', 'No, keep it as it is');
  expect(await periodsOf(clinic, email), 'a first touch changes nothing').toMatchObject([
    { withdrawn: false },
  ]);
  await takeBack.click();
  await confirm(page, 'Did you report this by mistake?', 'Yes, undo it');
  await expect(results.getByText('You haven’t logged a period yet.')).toBeVisible();
  expect(await periodsOf(clinic, email)).toMatchObject([{ withdrawn: true }]);
  await expect(results.getByRole('link', { name: TITLE })).toBeVisible();
  await page.goto('/home');
  await expect(card.getByText('We don’t know your cycle day yet')).toBeVisible();
});

test('a cycle’s first phase leads to the same form, which accepts an earlier day and Not sure @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await signIn(page, clinic, email);
  await page.goto('/overview?phase=ovulation&cycle=1');
  await page.getByRole('dialog').getByRole('link', { name: TITLE }).click();
  await expect(page.getByRole('heading', { level: 2, name: TITLE })).toBeVisible();
  await page.getByRole('button', { name: /^First day/ }).click();
  const calendar = page.getByRole('dialog', { name: 'Choose a date' });
  await expect(calendar.locator('[aria-current=date]')).toBeVisible();
  // The day after today cannot be chosen.
  await calendar.locator('[aria-current=date]').press('ArrowRight');
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: 'I’m not sure' }).check();
  await press(page, TITLE);
  await expect(page.getByRole('heading', { name: 'Logged' })).toBeFocused();
  expect(await periodsOf(clinic, email)).toEqual([{ day: daysAgo(0), kind: 'unsure', withdrawn: false }]);
  await press(page, 'Go to Home');
  await expect(
    cycleCard(page).getByText('It’s not clear when this cycle started, so we can’t show dates for you.'),
  ).toBeVisible();
  await expect(cycleCard(page).getByText(/Start testing on/)).toHaveCount(0);
});

test('bleeding with a loss starts no cycle, and leads to the page for reporting a loss @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await signIn(page, clinic, email);
  await page.goto('/log-result/period');
  await page.getByRole('radio', { name: 'Bleeding with a pregnancy loss' }).check();
  await press(page, TITLE);
  await expect(page.getByRole('heading', { name: 'We are so sorry.' })).toBeFocused();
  await expectAccessible(page);
  expect(await periodsOf(clinic, email)).toMatchObject([{ kind: 'bleed-with-loss' }]);
  await page.getByRole('main').getByRole('link', { name: 'My pregnancy has ended' }).click();
  await expect(page).toHaveURL('/pregnancy-has-ended');
  await expect(page.getByRole('button', { name: 'My pregnancy has ended' })).toBeVisible();
});

test('on peak day the card shows the first applicator, and the day after the second @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'applicators', 1);
  await logPeriod(clinic, email, 13);
  await logTest(clinic, email, 0, PEAK);
  await signIn(page, clinic, email);
  const card = cycleCard(page);
  await expect(card.getByText('Day 14', { exact: true })).toBeVisible();
  await expect(card.getByText('Use your first applicator today')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Safety check' })).toHaveAttribute('href', '/safety-check');
  await expect(card.getByRole('link', { name: 'Open treatment day' })).toBeVisible();
  await expectAccessible(page);
  await clinic.sql(
    `update public.test_results set taken_on = $2, taken_at = taken_at - interval '1 day'
     where user_id = (select user_id from public.customers where customer_email = $1)`,
    [email, daysAgo(1)],
  );
  await page.reload();
  await expect(card.getByText('Please ask your coach first')).toBeVisible();
  await expect(card.getByText('Use your second applicator today')).toHaveCount(0);
  await expect(card.getByText('Did you use yesterday’s applicator?', { exact: false })).toBeVisible();
});

test('while a clinician reviews the safety check, the card asks for no applicator @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'applicators', 1);
  await logPeriod(clinic, email, 13);
  await logTest(clinic, email, 0, PEAK);
  await clinic.sql(
    `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons)
     select user_id, 1, '{"coil": "yes"}', 'clinician', '{coil}' from public.customers where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  const card = cycleCard(page);
  await expect(
    card.getByText('Please do not use an applicator until you have talked with your clinician.'),
  ).toBeVisible();
  await expect(card.getByText(/Use your (first|second) applicator/)).toHaveCount(0);
});

test('a period logged on another device updates the card by itself @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await signIn(page, clinic, email);
  await expect(cycleCard(page).getByText('We don’t know your cycle day yet')).toBeVisible();
  await logPeriod(clinic, email, 8);
  await expect(cycleCard(page).getByText('Day 9', { exact: true })).toBeVisible();
  await expect(cycleCard(page).getByText('Test today', { exact: true })).toBeVisible();
});

test('offline, a period waits on the device and keeps its day @long', async ({ page, clinic, context }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await signIn(page, clinic, email);
  await cycleCard(page).getByRole('link', { name: TITLE }).click();
  await expect(page.getByRole('heading', { level: 2, name: TITLE })).toBeVisible();
  await kept(page);
  await context.setOffline(true);
  await press(page, TITLE);
  await expect(page.getByText('saved on your device')).toBeVisible();
  expect(await periodsOf(clinic, email)).toEqual([]);
  await press(page, 'Go to Home');
  await expect(page.getByRole('list', { name: 'Waiting to be sent' })).toContainText(
    'First day of your period',
  );
  await context.setOffline(false);
  await expect
    .poll(() => periodsOf(clinic, email))
    .toEqual([{ day: daysAgo(0), kind: 'period', withdrawn: false }]);
  await expect(page.getByRole('list', { name: 'Waiting to be sent' })).toHaveCount(0);
});

test('a period nine days after the last one is asked about, and a bleeding between periods leaves the cycle as it was', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await logPeriod(clinic, email, 8);
  await signIn(page, clinic, email);
  await page.goto('/log-result/period');
  await page.getByRole('button', { name: 'Log the first day of your period' }).click();
  await expect(page.getByRole('heading', { name: 'Your period is logged' })).toBeFocused();
  await expect(page.getByText('Is this the start of a new period?')).toBeVisible();
  await page.getByRole('button', { name: 'No, it isn’t' }).click();
  await expect(page.getByRole('heading', { name: 'Your cycle stays as it was' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'How are you feeling?' })).toBeVisible();
  await expect
    .poll(() => periodsOf(clinic, email))
    .toEqual([
      { day: daysAgo(8), kind: 'period', withdrawn: false },
      { day: daysAgo(0), kind: 'period', withdrawn: true },
    ]);
  await press(page, 'Go to Home');
  await expect(cycleCard(page)).toContainText('Day 9');
});

test('a period nine days after the last one that the patient confirms begins a cycle @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await logPeriod(clinic, email, 8);
  await signIn(page, clinic, email);
  await page.goto('/log-result/period');
  await page.getByRole('button', { name: TITLE }).click();
  await expect(page.getByText('Is this the start of a new period?')).toBeVisible();
  await expect(page.getByText('Today is day 1 of a new cycle.'), 'not before the answer').toHaveCount(0);
  await page.getByRole('button', { name: 'Yes, it’s a new period' }).click();
  await expect(page.getByText('Today is day 1 of a new cycle.')).toBeVisible();
  await press(page, 'Go to Home');
  await expect(cycleCard(page)).toContainText('Day 1');
  await expect(cycleCard(page)).toContainText(`Start testing on ${monthAndDay(daysAgo(-6))}`);
  await expect(cycleCard(page)).not.toContainText('It’s not clear when this cycle started');
});
