import type { Locator, Page } from '@playwright/test';
import { smallScreenProblems } from '../support/accessibility-checks.ts';
import { expect, signIn, test, type Clinic } from '../support/fixtures.ts';
import { begin } from '../support/logging-steps.ts';
import { assignTo, itemOf, knownPatient, openRecord, type Known } from '../support/patient-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

const blocked = (clinic: Clinic, { id }: Known) =>
  clinic.sql(
    `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons)
     values ($1, private.treatment_cycle($1), '{"coil": "yes"}', 'stop', '{coil}')`,
    [id],
  );

const tested = (clinic: Clinic, { id }: Known, result: 'positive' | 'negative', daysAgo: number) =>
  clinic.sql(
    `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, taken_on)
     values ($1, 'PREGNANCY', $2, 1, now() - make_interval(days => $3), current_date - $3)`,
    [id, result, daysAgo],
  );

async function goToToday(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
}

/** One press in the row opens the dialog of what solves it, in the record. */
async function open(item: Locator, act: string): Promise<Locator> {
  await item.getByRole('link', { name: act }).click();
  return item.page().getByRole('dialog', { name: act });
}

async function saveAs(dialog: Locator, name: string): Promise<void> {
  await dialog.getByRole('button', { name, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a clinician keeps a safety check blocked from its row; a new one brings it back, and clearing it ends it: Home says both', async ({
  page,
  browser,
  clinic,
}) => {
  test.slow();
  const robin = await knownPatient(clinic, 'Robin');
  await blocked(clinic, robin);
  const home = await browser.newContext({ baseURL: clinic.url });
  const portal = await home.newPage();
  await signIn(portal, clinic, robin.email);
  const today = portal.getByRole('region', { name: 'Today' });
  await joinTeam(page, clinic, 'clinician');
  const item = itemOf(page, robin, 'Safety check to review');
  await expect(item).toContainText('IUD');

  await item.getByRole('button', { name: 'Keep blocked' }).click();
  const keep = page.getByRole('dialog', { name: 'Keep blocked' });
  await keep.getByRole('button', { name: 'Keep blocked' }).click();
  await expect(keep.getByText('Please enter a reason')).toBeVisible();
  await keep.getByLabel('Reason').fill('The IUD has to come out first.');
  await saveAs(keep, 'Keep blocked');
  await expect(item).toHaveCount(0);
  await expect(today).toContainText('Your clinician read your safety check. For your safety');

  await blocked(clinic, robin);
  const clear = await open(item, 'Clear safety check');
  await expect(clear.getByRole('listitem')).toHaveText([/IUD/]);
  await clear.getByLabel('Reason for clearing').fill('The IUD came out in May.');
  await saveAs(clear, 'Clear safety check');
  await goToToday(page);
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible();
  await expect(item).toHaveCount(0);
  await expect(today).toContainText('Your clinician cleared your safety check.');
  await home.close();
});

test('a possible loss that is still unclear stays on Today until the pregnancy status is set; what is not urgent comes back by a reminder @long', async ({
  page,
  clinic,
}) => {
  test.slow();
  const [robin, sam] = [await knownPatient(clinic, 'Robin'), await knownPatient(clinic, 'Sam')];
  await begin(clinic, robin.email, 1);
  await tested(clinic, robin, 'positive', 3);
  await tested(clinic, robin, 'negative', 1);
  await clinic.sql(
    `insert into public.outcome_events (user_id, kind, day, cycle, created_at)
     values ($1, 'loss', current_date - 30, 1, now() - interval '30 days')`,
    [sam.id],
  );
  await tested(clinic, sam, 'positive', 0);
  await joinTeam(page, clinic, 'clinician');

  const loss = itemOf(page, robin, 'Possible loss');
  const status = await open(loss, 'Set pregnancy status');
  await status.getByLabel('Still unclear').check();
  await expect(status.getByText('The item is urgent and stays on Today.')).toBeVisible();
  await saveAs(status, 'Set pregnancy status');
  await goToToday(page);
  await open(loss, 'Set pregnancy status');
  await status.getByLabel('Not pregnant', { exact: true }).check();
  await saveAs(status, 'Set pregnancy status');
  await goToToday(page);
  await expect(loss).toHaveCount(0);

  const positive = itemOf(page, sam, 'Positive test after a loss or stop');
  await open(positive, 'Set pregnancy status');
  await status.getByLabel('Still unclear').check();
  await status.getByLabel('Tomorrow morning').check();
  await saveAs(status, 'Set pregnancy status');
  await goToToday(page);
  await expect(page.getByRole('region', { name: 'Reminders' }).getByText(sam.name)).toBeVisible();
  await expect(positive).toHaveCount(0);
});

test('a loss is recorded only where a pregnancy is possible, says what it changes, and is undone after a question @long', async ({
  page,
  browser,
  clinic,
}) => {
  test.slow();
  const [eve, robin] = [await knownPatient(clinic, 'Eve'), await knownPatient(clinic, 'Robin')];
  await begin(clinic, robin.email, 1);
  await tested(clinic, robin, 'positive', 10);
  await joinTeam(page, clinic, 'clinician');
  const actions = page.getByRole('group', { name: 'Actions' });
  await openRecord(page, eve);
  await expect(actions.getByRole('button', { name: 'Pause treatment' })).toBeVisible();
  await expect(actions.getByRole('button', { name: 'Record a loss' })).toHaveCount(0);

  await openRecord(page, robin);
  await actions.getByRole('button', { name: 'Record a loss' }).click();
  const record = page.getByRole('dialog', { name: 'Record a loss' });
  await expect(
    record.getByText(/^This changes what Robin sees: treatment and its reminders stop/),
  ).toBeVisible();
  await saveAs(record, 'Record a loss');
  await expect(page.getByText('After a loss', { exact: true }).first()).toBeVisible();
  const home = await browser.newContext({ baseURL: clinic.url });
  const portal = await home.newPage();
  await signIn(portal, clinic, robin.email);
  const card = portal.getByRole('region', { name: 'We are so sorry.' });
  await expect(card).toBeVisible();

  const entry = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Loss', exact: true }) });
  const question = page.getByRole('dialog', { name: 'Did you report this by mistake?' });
  const undo = async (answer: string) => {
    await entry.hover();
    await entry.getByRole('button', { name: /^Undo ?: Loss/ }).click();
    await saveAs(question, answer);
  };
  await undo('No, keep it as it is');
  await expect(page.getByText('After a loss', { exact: true }).first()).toBeVisible();
  await undo('Yes, undo it');
  await expect(page.getByText('After a loss', { exact: true })).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await home.close();
});

test('a follow-up for a colleague is on their Today, opens the record, and ends with ‘Done’ @long', async ({
  page,
  browser,
  clinic,
}) => {
  test.slow();
  const mia = await knownPatient(clinic, 'Mia');
  const { email } = await joinTeam(page, clinic, 'coach');
  await assignTo(clinic, mia, email);
  const desk = await browser.newContext({ baseURL: clinic.url });
  const colleague = await desk.newPage();
  const name = `Imani ${mia.name.split(' ')[1]}`;
  await joinTeam(colleague, clinic, 'coach', { name });
  const item = itemOf(colleague, mia, 'Follow-up');

  await openRecord(page, mia);
  await page.getByRole('button', { name: 'Follow up' }).click();
  const ask = page.getByRole('dialog', { name: 'Follow up' });
  await ask.getByLabel('For').selectOption({ label: `${name}, coach` });
  await ask.getByLabel('Comment').fill('Ask how the first cycle went.');
  await saveAs(ask, 'Save');

  await expect(item).toContainText('Ask how the first cycle went.');
  await item.getByRole('link', { name: mia.name }).click();
  await expect(colleague.getByRole('heading', { level: 1, name: mia.name })).toBeVisible();
  await goToToday(colleague);
  await item.getByRole('button', { name: 'Done' }).click();
  const done = colleague.getByRole('dialog', { name: 'Done: Follow-up' });
  await done.getByLabel('Spoke with patient').check();
  await saveAs(done, 'Save');
  await expect(item).toHaveCount(0);
  await colleague.goto(`/team/patients/${mia.id}`);
  await expect(colleague.getByRole('heading', { level: 1, name: 'Another coach’s patient' })).toBeVisible();
  await desk.close();
});

test('on a phone the patient’s name stays in sight at the end of a record and while a note is written @phone', async ({
  page,
  clinic,
}) => {
  test.slow();
  const ada = await knownPatient(clinic, 'Ada');
  await clinic.sql(
    `insert into public.symptom_reports (user_id, signs, strength, since, urgent, created_at)
     select $1, '{discharge}', 'mild', current_date - 40, false, now() - days * interval '1 day'
     from generate_series(1, 30) as days`,
    [ada.id],
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await joinTeam(page, clinic, 'coach');
  await openRecord(page, ada);
  const name = page.getByRole('heading', { level: 1, name: ada.name });
  const last = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  await expect(name).toBeInViewport({ ratio: 1 });
  // Nothing covers it.
  await name.click({ trial: true });
  await expect(last).toBeInViewport();

  await page.getByRole('button', { name: 'Write note' }).click();
  const editor = page.getByRole('dialog', { name: 'Write note' });
  await editor.getByLabel('Text').fill('One line.\n'.repeat(40));
  await editor.getByLabel('Text').press('ControlOrMeta+End');
  await expect(editor.getByText(ada.name)).toBeInViewport({ ratio: 1 });
  await editor.getByText(ada.name).click({ trial: true });
  expect(await smallScreenProblems(page)).toEqual([]);
});
