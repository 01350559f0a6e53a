import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import { press } from '../support/logging-steps.ts';
import { knownPatient, openRecord } from '../support/patient-steps.ts';
import { joinTeam } from '../support/team-steps.ts';
import { confirm, eventsOf, follow, stateOf } from '../support/outcome-steps.ts';

test('treatment is paused without an end and resumed, and the place in the plan is kept @phone', async ({
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
  await expect(page.getByText('Please select how long.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'I don’t know yet' }).check();
  await page.getByLabel('Reason (optional)').fill('A wedding in the family');
  await press(page, 'Pause my treatment');
  await expect(page.getByRole('heading', { name: 'Your treatment is paused.' })).toBeFocused();
  expect(await eventsOf(clinic, email)).toMatchObject([
    { kind: 'pause', until: null, reason: 'A wedding in the family' },
  ]);
  expect(await stateOf(clinic, email)).toEqual({ status: 'Paused', state: 'paused' });

  // After pressing too fast, the page itself offers the way back.
  await press(page, 'Resume');
  await confirm(page, 'Resume your treatment?', 'Yes, resume');
  await expect(page.getByRole('region', { name: 'To Do' })).toBeVisible();
  expect(await stateOf(clinic, email)).toEqual({ status: 'Active', state: 'treatment' });
  await page.goto('/pause');
  await page.getByRole('radio', { name: 'I don’t know yet' }).check();
  await press(page, 'Pause my treatment');
  await expect(page.getByRole('heading', { name: 'Your treatment is paused.' })).toBeFocused();

  await press(page, 'Go to Home');
  const card = page.getByRole('region', { name: 'Your treatment is paused.' });
  await expect(card).toContainText(
    'We’ve saved your place in the plan, and this cycle won’t count against your three.',
  );
  await expect(page.getByRole('region', { name: 'To Do' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Log your first result' })).toHaveCount(0);
  await expectAccessible(page);
  const resume = card.getByRole('button', { name: 'Resume' });
  await resume.click();
  await expectAccessible(page);
  await confirm(page, 'Resume your treatment?', 'Not yet');
  expect(await stateOf(clinic, email), 'a first touch changes nothing').toMatchObject({ state: 'paused' });
  await resume.click();
  await confirm(page, 'Resume your treatment?', 'Yes, resume');
  await expect(page.getByRole('region', { name: 'To Do' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Plan for the sample')).toBeVisible();
  expect(await stateOf(clinic, email)).toEqual({ status: 'Active', state: 'treatment' });
});

test('a dated pause asks on that day whether to resume, and can be extended from My Coach too @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/support');
  await follow(page, 'Pause my treatment');
  await page.getByRole('radio', { name: 'Until a date I choose' }).check();
  await press(page, 'Pause my treatment');
  await expect(page.getByText('Please select the day.')).toBeVisible();
  await page.getByRole('button', { name: /^Until/ }).click();
  // Today is the earliest day to select. The pause is over right away, but nothing resumes by itself.
  await page.getByRole('dialog', { name: 'Choose a date' }).locator('[aria-current=date]').click();
  await press(page, 'Pause my treatment');
  await expect(page.getByRole('heading', { name: 'Your treatment is paused.' })).toBeVisible();
  await page.goto('/home');
  const card = page.getByRole('region', { name: 'Your treatment is paused.' });
  await expect(card.getByRole('heading', { name: 'Ready to resume?' })).toBeVisible();
  await follow(page, 'Change my pause date');
  await page.getByRole('radio', { name: 'I don’t know yet' }).check();
  await press(page, 'Pause my treatment');
  await expect(page.getByText('No end date set.')).toBeVisible();
  await page.goto('/support');
  await page.getByRole('main').getByRole('button', { name: 'Resume' }).click();
  await confirm(page, 'Resume your treatment?', 'Yes, resume');
  await expect(page.getByRole('link', { name: 'Pause my treatment' })).toBeVisible();
  expect((await eventsOf(clinic, email)).map(({ kind }) => kind)).toEqual(['pause', 'pause', 'resume']);
});

test('while paused the plan can be read, and no treatment phase asks for anything @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, 'paused@example.com');
  await page.goto('/overview?phase=ovulation&cycle=1');
  const drawer = page.getByRole('dialog');
  await expect(drawer).toContainText('There’s nothing you need to do here right now. You can still read it.');
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
  await expect(page.getByText('There’s nothing you need to do in your plan right now.')).toBeVisible();
  await page.goto('/stop');
  await expect(page.getByText('This treatment has already been stopped.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop treatment' })).toHaveCount(0);
});

test('a stop can be undone for a day, asks first, and restores the plan; the record shows both @phone', async ({
  page,
  clinic,
  browser,
}) => {
  const ada = await knownPatient(clinic, 'Ada');
  await loadTo(clinic, ada.email, 'ovulation', 1);
  await signIn(page, clinic, ada.email);
  await page.goto('/stop');
  await expect(page.getByText('You can undo this yourself within 24 hours.')).toBeVisible();
  await press(page, 'Stop treatment');
  // Undone on the page where it was done, then done again.
  await press(page, 'Undo');
  await confirm(page, 'Undo stopping your treatment?', 'Yes, undo it');
  await expect(page).toHaveURL('/home');
  expect(await stateOf(clinic, ada.email)).toEqual({ status: 'Active', state: 'treatment' });
  await page.goto('/stop');
  await press(page, 'Stop treatment');
  await expect(page.getByText(/You can undo this until/)).toBeVisible();
  await press(page, 'Go to Home');
  const card = page.getByRole('region', { name: 'Your treatment has stopped.' });
  await expect(card).toContainText(/You can undo this until \d+:\d\d [ap]m Eastern Time tomorrow\./);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Undo' }).click();
  const question = page.getByRole('dialog', { name: 'Undo stopping your treatment?' });
  await expect(question).toContainText('Your plan and reminders will go back to the way they were.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'No, keep it as it is' }).click();
  await expect(question).toBeHidden();
  expect(await stateOf(clinic, ada.email)).toEqual({ status: 'Withdrawn', state: 'stopped' });
  await card.getByRole('button', { name: 'Undo' }).click();
  await question.getByRole('button', { name: 'Yes, undo it' }).click();
  await expectToast(page, 'Your treatment is open again.', 'Your plan is back to where it was.');
  await expect(page.getByRole('region', { name: 'To Do' })).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(await stateOf(clinic, ada.email)).toEqual({ status: 'Active', state: 'treatment' });

  const desk = await browser.newContext({ baseURL: clinic.url, viewport: { width: 1280, height: 800 } });
  const team = await desk.newPage();
  await joinTeam(team, clinic, 'clinician');
  await openRecord(team, ada);
  await expect(team.getByRole('heading', { name: 'Undone: Treatment stopped' })).toHaveCount(2);
  await expect(team.getByRole('heading', { name: 'Treatment stopped', exact: true })).toHaveCount(2);
  await desk.close();
});

test('after a day only the care team can undo a stop, whatever the page still shows @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await clinic.sql(
    `insert into public.outcome_events (user_id, kind, day, cycle, created_at)
     select user_id, 'stop', current_date - 1, 1, now() - interval '23 hours 59 minutes' from public.customers
     where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await page.goto('/account');
  const undo = page.getByRole('main').getByRole('button', { name: 'Undo' });
  await undo.click();
  await clinic.sql(
    `update public.outcome_events set created_at = now() - interval '25 hours' from public.customers
     where customers.user_id = outcome_events.user_id and customer_email = $1`,
    [email],
  );
  await page.getByRole('button', { name: 'Yes, undo it' }).click();
  await expect(page.getByTestId('toast')).toContainText('Please ask your care team.');
  expect(await stateOf(clinic, email)).toEqual({ status: 'Withdrawn', state: 'stopped' });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Your treatment' })).toContainText(
    'Your treatment has stopped.',
  );
  await expect(undo).toHaveCount(0);
});

test('a refusal by the server shows its own words, if another device was faster @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await page.routeWebSocket(/\/realtime\/v1\//, () => {}); // which would tell this page of it
  await signIn(page, clinic, email);
  await page.goto('/pause');
  await page.getByRole('radio', { name: 'I don’t know yet' }).check();
  await clinic.sql(
    `insert into public.outcome_events (user_id, kind, day, cycle)
     select user_id, 'stop', current_date, 1 from public.customers where customer_email = $1`,
    [email],
  );
  await press(page, 'Pause my treatment');
  await expect(page.getByTestId('toast')).toContainText('stopped, so there’s nothing to pause');
});
