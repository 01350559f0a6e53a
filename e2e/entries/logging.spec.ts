import { answers, inFrontOf } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import { begin, chooseOvulation, press, resultsOf } from '../support/logging-steps.ts';

test('each ovulation result is stored and gets its own feedback @phone', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await signIn(page, clinic, email);
  await page.goto('/log-result/ovulation');
  await expect(page.getByRole('heading', { name: 'How are you detecting ovulation?' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  const guide = page.getByRole('link', { name: /learn more/i });
  await expect(guide).toHaveAttribute('target', '_blank');
  await expect(guide).toHaveAttribute('href', /\.pdf$/);

  const words = {
    'Negative (Low LH)': "You're not quite in your fertile window yet",
    'High (Rising LH)': 'Great! Your peak should be coming soon',
    'Peak (Positive LH Surge)': 'Great! You are now ready to use your first Béa Applicator',
    Invalid: 'Sorry to hear about this result',
  };
  for (const [result, heading] of Object.entries(words)) {
    await chooseOvulation(page, result);
    await press(page, 'Continue');
    await expect(page.getByRole('heading', { name: heading })).toBeFocused();
    await expect(page.getByRole('link', { name: 'How are you feeling?' })).toBeVisible();
    await expect(page.getByText('on an earlier day')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: 'My Account' })).toHaveAttribute(
      'href',
      '/account',
    );
    await page.getByRole('main').getByText('Log another result').click();
  }
  expect((await resultsOf(clinic, email)).map(({ result }) => result)).toEqual(Object.keys(words));

  await page.getByRole('radio', { name: 'Other methods' }).check();
  await press(page, 'Continue');
  for (const method of ['Basal body temperature', 'Cervical mucus', 'Cycle-tracking apps']) {
    await expect(page.getByRole('heading', { name: method })).toBeVisible();
  }
  await press(page, 'Message my Coach');
  await expect(page).toHaveURL('/support');
});

test('an ovulation test can be dated back seven days, survives a reload, and Exit leaves nothing behind @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await signIn(page, clinic, email);
  await page.goto('/log-result/ovulation');
  await chooseOvulation(page, 'High (Rising LH)');
  await press(page, 'I took it earlier');
  const shownDaysAgo = (days: number) => {
    const there = new Date(Date.now() - days * 86_400_000);
    return there.toLocaleString('sv', { timeZone: 'America/New_York' }).slice(0, 16).replace(' ', 'T');
  };
  const field = page.getByLabel('When did you take it?');
  await field.fill(shownDaysAgo(8));
  await press(page, 'Continue');
  await expect(page.getByText('Please select a time in the last 7 days')).toBeVisible();
  await field.fill(shownDaysAgo(3));
  await page.reload();
  await expect(page.getByRole('radio', { name: 'High (Rising LH)' })).toBeChecked();
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Great! Your peak should be coming soon' })).toBeVisible();
  await expect(page.getByText('You took this test on an earlier day')).toBeVisible();
  const [stored] = await resultsOf(clinic, email);
  const age = Date.now() - new Date(stored!['taken_at'] as string).getTime();
  expect(Math.round(age / 86_400_000)).toBe(3);

  await press(page, 'Log another result');
  await chooseOvulation(page, 'Peak (Positive LH Surge)');
  await press(page, 'I took it earlier');
  await field.fill(shownDaysAgo(3));
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Your two applicator days have passed' })).toBeVisible();
  await expect(page.getByText('please ask your coach if it’s still a good time')).toBeVisible();
  await expect(page.getByText('Use it the same day')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Read the applicator steps' })).toHaveCount(0);
  await press(page, 'Message my Coach');
  await expect(page).toHaveURL('/support');

  await page.goto('/log-result/ovulation');
  await page.getByRole('radio', { name: 'Other methods' }).check();
  await press(page, 'Exit');
  await expect(page).toHaveURL('/home');
  await page.goto('/log-result/ovulation');
  await expect(page.getByRole('radio', { name: 'Other methods' })).not.toBeChecked();
});

const NEGATIVES = [
  {
    cycle: 1,
    heading: 'Not the result you were hoping for',
    button: 'Book a call',
    call: 'clinical-coach-support-call',
  },
  {
    cycle: 2,
    heading: "Keep going - you're not alone",
    button: 'Book a call',
    call: 'clinical-coach-support-call',
  },
  { cycle: 3, heading: "We're here for you", button: 'Book review', call: 'post-treatment-review' },
];
for (const { cycle, heading, button, call } of NEGATIVES) {
  test(`a negative pregnancy test in cycle ${cycle}: ${heading} @long`, async ({ page, clinic }) => {
    const email = await clinic.patient();
    if (cycle > 1) await begin(clinic, email, cycle);
    await signIn(page, clinic, email);
    await page.goto('/log-result/pregnancy');
    await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
    await page.getByRole('radio', { name: 'Negative' }).check();
    await press(page, 'Continue');
    await expect(page.getByRole('heading', { name: heading })).toBeFocused();
    await expect(page.getByRole('blockquote')).toHaveCount(0);
    await press(page, button);
    await expect(page).toHaveURL(`/schedule?appointmentType=${call}`);
    expect(await resultsOf(clinic, email)).toMatchObject([
      { result_type: 'PREGNANCY', result: 'negative', cycle_number: cycle },
    ]);
  });
}

test('a negative test after a positive one leads to the clinician, and mentions no next cycle @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  for (const result of ['Positive', 'Negative']) {
    await page.goto('/log-result/pregnancy');
    await page.getByRole('radio', { name: result }).check();
    await press(page, 'Continue');
    await expect(page.getByRole('button', { name: 'Book review' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'How are you feeling?' })).toBeVisible();
  }
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { name: 'Let’s look at this together' })).toBeFocused();
  await expect(main.getByText('Please talk to your clinician')).toBeVisible();
  await expect(main.getByText('Get urgent medical help now')).toBeVisible();
  await expect(main.getByText(/cycle|test again|hoping for/)).toHaveCount(0);
  await press(page, 'Message my Coach');
  await expect(page).toHaveURL('/support');
});

test('a positive test completes the plan up to its cycle, and the previous day can be picked @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await begin(clinic, email, 2);
  await page.clock.install({ time: new Date('2026-11-15T17:00:00Z') });
  await page.clock.resume();
  await signIn(page, clinic, email);
  await page.goto('/log-result/pregnancy');
  const picker = page.getByRole('button', { name: /Test date/ });
  await expect(picker).toContainText(/^\w+, \d+ \w+$/);
  await picker.click();
  const calendar = page.getByRole('dialog', { name: 'Choose a date' });
  const days = calendar.getByRole('grid').getByRole('button');
  await expect(days.and(page.locator('[aria-current=date] ~ *, [aria-disabled]')).first()).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(calendar).toBeHidden();

  await page.getByRole('radio', { name: 'Positive' }).check();
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Congratulations' })).toBeVisible();
  await expect(page.getByRole('link', { name: /pregnancy guide/ })).toHaveAttribute('target', '_blank');
  await expect(page.getByRole('blockquote')).toBeVisible();

  const [customer] = await clinic.sql(
    `select status, count(phase_id)::int as phases, max(completed_phases.cycle_number) as cycle
     from public.customers join public.completed_phases using (user_id) where customer_email = $1 group by status`,
    [email],
  );
  expect(customer).toEqual({ status: 'Pregnant', phases: 12, cycle: 2 });
  await press(page, 'Book review');
  await expect(page).toHaveURL('/schedule?appointmentType=post-treatment-review');
});

const FAILURES = [
  { path: '/rest/v1/completed_phases', status: 500 },
  { path: '/functions/v1/submit-pregnancy-test-result', status: 500 },
];
test('a result that cannot be saved stays on the form, and is sent once when the server recovers @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  let failing: (typeof FAILURES)[number] | { path: string; status: number } | null = null;
  const broken = await inFrontOf(clinic.url, (request, response) =>
    failing ? answers(failing.path, failing.status)(request, response) : false,
  );
  await signIn(page, { ...clinic, url: broken.url }, email);

  await page.goto(`${broken.url}/log-result/ovulation`);
  await chooseOvulation(page, 'Invalid');
  failing = { path: '/functions/v1/submit-ovulation', status: 503 };
  await press(page, 'Continue');
  await expectToast(page, 'Error', 'Failed to submit an ovulation test result.');
  await expect(page.getByRole('radio', { name: 'Invalid' })).toBeChecked();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('waiting'))),
  ).toEqual([]);
  failing = null;

  await page.goto(`${broken.url}/log-result/pregnancy`);
  await page.getByRole('radio', { name: 'Positive' }).check();
  for (failing of FAILURES) {
    await press(page, 'Continue');
    await expectToast(page, 'Error', 'Failed to save your result. Please try again.');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('radio', { name: 'Positive' })).toBeChecked();
  }
  // The result is stored. The portal's next requests are retried without reporting a failure.
  failing = { path: '/rest/v1/rpc/complete_phases_until_cycle', status: 400 };
  const triedAgain = page.waitForResponse(
    (response) => response.url().endsWith('/rpc/complete_phases_until_cycle') && response.status() < 300,
  );
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Congratulations' })).toBeVisible();
  // A dismissed toast stays in the page, but invisible.
  await expect(page.getByText('Failed to save your result.')).toBeHidden();
  failing = null;
  await triedAgain;
  expect(await resultsOf(clinic, email)).toHaveLength(1);
  await broken.close();
});
