import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { action, loadTo } from '../support/journey-steps.ts';
import { press } from '../support/logging-steps.ts';
import { answer, answerAll, answered, checksOf, setUpFamily } from '../support/safety-steps.ts';

const ASK_FIRST = 'Please do not use an applicator until you have talked with your clinician.';
const SILICONE = 'Are you allergic to silicone?';
const COIL = 'Do you have an IUD in place?';
const DONOR = 'Has your donor been screened?';

test('from the plan to the timers: every question is answered, and the sample can start @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'applicators', 1);
  await signIn(page, clinic, email);
  await expect(action(page, 'already-started')).toBeVisible();
  await action(page, 'safety-check').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: 'Safety check' })).toBeVisible();
  await expect(page.getByRole('group', { name: COIL })).toBeVisible();
  await expect(page.getByRole('group', { name: DONOR })).toHaveCount(0);
  await expect(page.getByRole('group', { name: 'Are you having a period now?' })).toHaveCount(0);
  await expectAccessible(page);

  await answerAll(page, 'No');
  await page.reload();
  await expect(page.getByRole('group', { name: COIL }).getByLabel('No', { exact: true })).toBeChecked();
  await press(page, 'Send answers');
  await expect(page.getByRole('heading', { name: 'You can continue.' })).toBeFocused();
  await expectAccessible(page);
  expect(await checksOf(clinic, email)).toEqual([{ outcome: 'ready', reasons: [] }]);
  await press(page, 'Open the timers');
  await expect(page.getByRole('button', { name: 'Start 30 minutes' })).toBeEnabled();
});

test('unanswered questions are marked, and nothing is sent @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/safety-check');
  await press(page, 'Send answers');
  await expect(page.getByText('Please answer this question.')).toHaveCount(15);
  await expect(page.getByText('15 questions are not answered yet.')).toBeVisible();
  const first = page.getByRole('group', { name: 'Do you have a prolapse of the vagina or uterus?' });
  await expect(first).toHaveAttribute('aria-invalid', 'true');
  await expect(first.getByLabel('Yes')).toBeFocused();
  await answerAll(page, 'No');
  await expect(page.getByText('Please answer this question.')).toHaveCount(0);
  expect(await checksOf(clinic, email)).toEqual([]);
});

test('an unsure answer leads to a call, and everything but the sample’s timer stays open @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/safety-check');
  await answerAll(page, 'No');
  await answer(page, COIL, 'Not sure');
  await answer(page, SILICONE, 'Yes');
  const review = page.getByRole('region', { name: 'Before you send' });
  await expect(review.getByRole('listitem')).toHaveText([
    new RegExp(`^${SILICONE.replace('?', '\\?')} Yes`),
    /Not sure/,
  ]);
  await press(page, 'Send answers');
  await expect(page.getByRole('heading', { name: 'Let’s talk first' })).toBeFocused();

  // A mistaken tap, noticed too late.
  await expect(page.getByText(/You can correct your answers until \d/)).toBeVisible();
  await press(page, 'Correct my answers');
  await expect(page.getByRole('group', { name: SILICONE }).getByLabel('Yes')).toBeChecked();
  await answer(page, SILICONE, 'No');
  await expect(review.getByRole('listitem')).toHaveCount(1);
  await press(page, 'Send answers');
  await expect(page.getByRole('heading', { name: 'Let’s talk first' })).toBeFocused();
  await expect(page.getByText(ASK_FIRST)).toBeVisible();
  await expect(page.getByText(/eligible/i)).toHaveCount(0);
  await expectAccessible(page);
  expect(await checksOf(clinic, email)).toEqual([{ outcome: 'clinician', reasons: ['coil'] }]);

  await page.goto('/treatment-day');
  const sample = page.getByRole('region', { name: 'Sample rest' });
  await expect(sample.getByText(ASK_FIRST)).toBeVisible();
  await expect(sample.getByRole('button', { name: 'Start 30 minutes' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Start 5 hours' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Read the applicator steps' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'How are you feeling?' })).toBeVisible();

  // Home is open while the clinician leaves the check blocked, and while it is cleared.
  await page.goto('/home');
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).not.toContainText('Your clinician');
  await clinic.sql(
    `update public.safety_checks set kept_at = now()
     where user_id = (select user_id from public.customers where customer_email = $1)`,
    [email],
  );
  await expect(today).toContainText('Your clinician read your safety check. For your safety');
  await expect(today.getByRole('link', { name: 'Choose a time' })).toHaveAttribute(
    'href',
    '/schedule?appointmentType=safety-call',
  );
  await page.goto('/safety-check');
  await expect(page.getByText('Your clinician read your safety check. For your safety')).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'I need an answer today' }),
    'they have answered',
  ).toHaveCount(0);
  await expectAccessible(page);
  await page.goto('/treatment-day');
  await clinic.sql(
    `update public.safety_checks set cleared_at = now(), cleared_words = 'Talked it over.'
     where user_id = (select user_id from public.customers where customer_email = $1)`,
    [email],
  );
  await expect(sample.getByRole('button', { name: 'Start 30 minutes' })).toBeEnabled();
  await page.goto('/home');
  await expect(today).toContainText('Your clinician cleared your safety check.');
  await page.goto('/safety-check');
  await expect(page.getByRole('heading', { name: 'You can continue.' })).toBeVisible();
  await clinic.sql(
    `delete from public.safety_checks where user_id = (select user_id from public.customers where customer_email = $1)`,
    [email],
  );
  await answered(clinic, email, 'stop');
  await page.goto('/safety-check');
  await press(page, 'I need an answer today');
  await expect(page.getByText(/request, marked urgent\. .*You’ll hear back by \d/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/request, marked urgent\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'I need an answer today' })).toHaveCount(0);
  expect(
    await clinic.sql(
      `select concern, text from public.messages join public.customers using (user_id) where customer_email = $1`,
      [email],
    ),
  ).toEqual([{ concern: 'answer-today', text: 'I need an answer today about my safety check.' }]);
  await press(page, 'Book a safety call');
  await expect(page).toHaveURL('/schedule?appointmentType=safety-call');
  await expect(page.getByRole('heading', { level: 2, name: 'Safety call' })).toBeVisible();
});

test('the donor’s question is the last, and an unscreened donor means a call with the coach @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await setUpFamily(clinic, email, 'Single female with sperm donor');
  await signIn(page, clinic, email);
  await page.goto('/safety-check');
  await answerAll(page, 'No');
  await expect(page.getByRole('main').getByRole('group').last()).toHaveAccessibleName(DONOR);
  await answer(page, DONOR, 'No');
  await press(page, 'Send answers');
  await expect(page.getByRole('heading', { name: 'You can continue.' })).toBeFocused();
  await expect(
    page.getByText('If you haven’t yet, please talk to your coach about screening.'),
  ).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'My Coach' }).click();
  await expect(page).toHaveURL('/support');
});

test('on peak day three questions are left after a check, and all of them if something has changed @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await answered(clinic, email, 'ready');
  await clinic.sql(
    `insert into public.test_results (user_id, result_type, result, taken_at, taken_on)
     select user_id, 'ovulation', 'Peak (Positive LH Surge)', now(), (now() at time zone 'America/New_York')::date
     from public.customers where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await page.goto('/treatment-day');
  await expect(page.getByText('Please answer today’s safety check questions first.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Safety check' }).click();
  const questions = page.getByRole('main').getByRole('group');
  await expect(questions).toHaveCount(3);
  await expectAccessible(page);
  await answer(page, 'Has anything changed since you last answered these questions?', 'Yes');
  await expect(questions).toHaveCount(18);
  await answerAll(page, 'No');
  await expect(questions).toHaveCount(3);
  await press(page, 'Send answers');
  await expect(page.getByRole('heading', { name: 'You can continue.' })).toBeFocused();
});

test('the action follows its phase’s lock, and outside treatment nothing is asked @long', async ({
  page,
  clinic,
}) => {
  const [early, paused] = [await clinic.patient(), await clinic.patient()];
  await signIn(page, clinic, early);
  await page.goto('/overview?phase=applicators&cycle=1');
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('button', { name: 'Safety check' })).toHaveAttribute('aria-disabled', 'true');
  await clinic.sql(
    `insert into public.outcome_events (user_id, kind, day, cycle)
     select user_id, 'pause', current_date, 1 from public.customers where customer_email = $1`,
    [paused],
  );
  await signIn(page, clinic, paused);
  await page.goto('/safety-check');
  await expect(
    page.getByRole('heading', { name: 'There’s nothing you need to do right now.' }),
  ).toBeVisible();
  await expect(page.getByRole('group')).toHaveCount(0);
  await expectAccessible(page);
});

test('answers corrected in time are the ones that count, and a request for an answer today is withdrawn @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/safety-check');
  await answerAll(page, 'No');
  await answer(page, SILICONE, 'Yes');
  await press(page, 'Send answers');
  await expect(page.getByRole('heading', { name: 'Let’s talk first' })).toBeFocused();
  await press(page, 'I need an answer today');
  await expect(page.getByText(/^A clinician on duty has your request/)).toBeVisible();
  await press(page, 'Correct my answers');
  await answer(page, SILICONE, 'No');
  await press(page, 'Send answers');
  await expect(page.getByRole('heading', { name: 'You can continue.' })).toBeFocused();
  await expect(page.getByText('Your corrected answers don’t need one')).toBeVisible();
  await expectAccessible(page);
  expect(await checksOf(clinic, email)).toEqual([{ outcome: 'ready', reasons: [] }]);
  await page.goto('/treatment-day');
  const sample = page.getByRole('region', { name: 'Sample rest' });
  await expect(sample.getByRole('button', { name: 'Start 30 minutes' })).toBeEnabled();
});
