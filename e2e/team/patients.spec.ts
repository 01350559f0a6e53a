import { expectAccessible, problemsIn, smallScreenProblems } from '../support/accessibility-checks.ts';
import { expect, test } from '../support/fixtures.ts';
import { assignTo, knownPatient, openRecord, rowOf } from '../support/patient-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

test('a clinician finds a patient by any part of a name, keeps the list’s URL and opens the record by keyboard', async ({
  page,
  clinic,
}) => {
  const zoe = await knownPatient(clinic, 'Zoë');
  await joinTeam(page, clinic, 'clinician');
  await page.goto('/team/patients');
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.keyboard.press('/');
  const search = page.getByLabel('Search by name or email');
  await expect(search).toBeFocused();
  const family = zoe.name.split(' ')[1]!;
  await page.keyboard.type(`${family.slice(1)} zoe`);
  await expect(page.getByText('1 found')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`search=${family.slice(1)}\\+zoe`));
  await expect(rowOf(page, zoe)).toContainText('Stage 1');
  await expectAccessible(page);

  await page.reload();
  await expect(search).toHaveValue(`${family.slice(1)} zoe`);
  await expect(rowOf(page, zoe)).toBeVisible();
  await search.press('ArrowDown');
  await expect(page.getByRole('link', { name: zoe.name })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: zoe.name })).toBeVisible();
  await expect(page).toHaveURL(`/team/patients/${zoe.id}`);
  await expect(page.getByRole('link', { name: 'Patients', exact: true }).first()).toBeVisible();
});

test('filters are in the URL, and an empty list says so @long', async ({ page, clinic }) => {
  const ada = await knownPatient(clinic, 'Ada');
  await joinTeam(page, clinic, 'clinician');
  await page.goto(`/team/patients?search=${ada.name.split(' ')[1]}`);
  await expect(rowOf(page, ada)).toBeVisible();
  await page.getByLabel('Stage').selectOption({ label: 'Stage 4' });
  await expect(page.getByText('No patients found.')).toBeVisible();
  await expect(page).toHaveURL(/stage=4/);
  await page.getByLabel('Stage').selectOption({ label: 'Any' });
  await expect(rowOf(page, ada)).toBeVisible();
  await expect(page).not.toHaveURL(/stage=/);
});

test('several patients are assigned to a coach together; a colleague sees their names, and opens one with a reason @long', async ({
  page,
  clinic,
  browser,
}) => {
  test.slow();
  const [first, second] = [await knownPatient(clinic, 'Sana'), await knownPatient(clinic, 'Sana')];
  const { email } = await joinTeam(page, clinic, 'coach');
  const [mine] = await clinic.sql('select id, name from public.care_team where email = $1', [email]);
  await page.goto('/team/patients?search=sana');
  for (const patient of [first, second]) await page.getByLabel(`Select ${patient.name}`).check();
  await expect(page.getByText('2 chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Assign to coach' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign to coach' });
  await dialog.getByLabel('Coach').selectOption(mine!['id'] as string);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, first)).toContainText(mine!['name'] as string);
  await expect(rowOf(page, second)).toContainText(mine!['name'] as string);

  const colleague = await browser.newContext({ baseURL: clinic.url });
  const other = await colleague.newPage();
  await joinTeam(other, clinic, 'coach');
  await other.goto(`/team/patients?search=${first.name.split(' ')[1]}`);
  const row = rowOf(other, first);
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Stage');
  await row.getByRole('button', { name: 'Open with a reason' }).click();
  const reason = other.getByRole('dialog', { name: 'Open with a reason' });
  await reason.getByRole('button', { name: 'Open record' }).click();
  await expect(reason.getByText('Please select a reason')).toBeVisible();
  await expectAccessible(other);
  await reason.getByLabel('The patient asked').check();
  await reason.getByLabel('Details').fill('She called while Noa was away');
  await reason.getByRole('button', { name: 'Open record' }).click();
  await expect(other.getByRole('heading', { level: 1, name: first.name })).toBeVisible();
  await expect(other.getByText('You opened this record with a reason: The patient asked.')).toBeVisible();
  // The neighboring record stays closed, even by its address.
  await other.goto(`/team/patients/${second.id}`);
  await expect(other.getByRole('heading', { level: 1, name: 'Another coach’s patient' })).toBeVisible();
  await expect(other.getByText(second.name)).toHaveCount(0);
  await colleague.close();
});

test('a coach records a contact, logs for a patient and requests the kit; everything is in one timeline @long', async ({
  page,
  clinic,
}) => {
  const robin = await knownPatient(clinic, 'Robin');
  await joinTeam(page, clinic, 'coach');
  await openRecord(page, robin);
  await page.getByRole('button', { name: 'Record contact' }).click();
  const contact = page.getByRole('dialog', { name: 'Record contact' });
  await expect(contact.getByText("Included in the patient's record download.")).toBeVisible();
  await contact.getByLabel('Summary').fill('Went through the steps together');
  // Unsaved text survives a reload of the page, and so does the dialog.
  await page.reload();
  await expect(contact.getByLabel('Summary')).toHaveValue('Went through the steps together');
  await contact.getByRole('button', { name: 'Save' }).click();
  await expect(contact).toBeHidden();
  await expect(page.getByRole('heading', { level: 4, name: 'Phone call' })).toBeVisible();

  await page.getByRole('button', { name: 'Log for patient' }).click();
  const log = page.getByRole('dialog', { name: 'Log for patient' });
  await log.getByLabel('Peak (Positive LH Surge)').check();
  await log.getByRole('button', { name: 'Save' }).click();
  await expect(log).toBeHidden();
  await expect(page.getByText('Logged by Noa Lind, coach')).toBeVisible();

  await page.getByRole('button', { name: 'Send the kit' }).click();
  const kit = page.getByRole('dialog', { name: 'Send the kit' });
  await kit.getByRole('button', { name: 'Send the kit' }).click();
  await expect(kit).toBeHidden();
  await expect(page.getByRole('button', { name: 'Send the kit' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Calls', pressed: false }).click();
  await expect(page.getByText('Went through the steps together')).toBeVisible();
  await expect(page.getByText('Logged by Noa Lind, coach')).toHaveCount(0);
  await expectAccessible(page);
});

test('a period that a patient reports by phone counts in the cycle, says who logged it, and can be undone', async ({
  page,
  clinic,
}) => {
  const mia = await knownPatient(clinic, 'Mia');
  await joinTeam(page, clinic, 'coach');
  await openRecord(page, mia);
  const log = page.getByRole('dialog', { name: 'Log for patient' });
  await page.getByRole('button', { name: 'Log for patient' }).click();
  await log.getByLabel('What to log').selectOption('Period');
  await expectAccessible(page);
  await log.getByRole('button', { name: 'Save' }).click();
  await expect(log).toBeHidden();
  const entry = page.getByRole('listitem').filter({ hasText: 'First day of a period' });
  await expect(entry).toContainText('Logged by Noa Lind, coach');
  await expect(page.getByText(/^Day 1, from /)).toBeVisible();

  await entry.hover();
  await entry.getByRole('button', { name: /^Undo/ }).click();
  const undo = page.getByRole('dialog', { name: 'Undo' });
  await undo.getByRole('button', { name: 'Undo' }).click();
  await expect(undo).toBeHidden();
  await expect(entry).toHaveCount(0);

  await page.getByRole('button', { name: 'Log for patient' }).click();
  await log.getByLabel('What to log').selectOption('Complete a phase');
  await log.getByLabel('Phase').selectOption('Welcome to your plan');
  await log.getByRole('button', { name: 'Save' }).click();
  await expect(log).toBeHidden();
  const completed = page.getByRole('listitem').filter({ hasText: 'Completed: Welcome to your plan' });
  await expect(completed).toContainText('Logged by Noa Lind, coach');
});

test('a record shows one cycle at a time, in the patient’s local days, and says who reported what @long', async ({
  page,
  clinic,
}) => {
  const kim = await knownPatient(clinic, 'Kim');
  await clinic.sql(
    `insert into public.periods (user_id, day, kind) select $1, current_date - days, 'period' from unnest(array[40, 12]) as days`,
    [kim.id],
  );
  await clinic.sql(
    `insert into public.test_results (user_id, result_type, result, taken_at, taken_on)
     values ($1, 'ovulation', 'Peak (Positive LH Surge)', now() - interval '1 day', current_date - 1)`,
    [kim.id],
  );
  await clinic.sql(
    `insert into public.treatment_day_timers (user_id, cycle, action, at) values ($1, 1, 'cap-in', (current_date - 1) + interval '17 hours')`,
    [kim.id],
  );
  await joinTeam(page, clinic, 'clinician');
  await openRecord(page, kim);
  const chart = page.getByRole('img', { name: /^Kim’s cycle from / });
  await expect(chart).toHaveAccessibleName(
    /LH surge: day 12\. .*day 1: First day of a period\. day 12: Peak LH\. day 12: Applicator used/,
  );
  await page.getByRole('button', { name: 'Previous cycle' }).click();
  await expect(chart).toHaveAccessibleName(/day 1: First day of a period$/);
  await page.getByRole('button', { name: 'Next cycle' }).click();
  await expect(chart).toHaveAccessibleName(/Peak LH/);
  const used = page.getByRole('listitem').filter({ hasText: 'Applicator used, cap in' });
  await expect(used).toContainText('by Kim');
  await expectAccessible(page);
});

test('a clinician pauses and resumes treatment, and the second person learns what happened @long', async ({
  page,
  clinic,
}) => {
  const june = await knownPatient(clinic, 'June');
  await joinTeam(page, clinic, 'clinician');
  await openRecord(page, june);
  await page.getByRole('button', { name: 'Pause treatment' }).click();
  const pause = page.getByRole('dialog', { name: 'Pause treatment' });
  await pause.getByLabel(/^Reason/).fill('Wants to wait until spring');
  await pause.getByRole('button', { name: 'Pause treatment' }).click();
  await expect(page.getByText(/^Paused since/)).toBeVisible();
  await expect(page.getByText('Wants to wait until spring')).toBeVisible();
  const second = await page.context().newPage();
  await openRecord(second, june);
  await page.getByRole('button', { name: 'Resume treatment' }).click();
  await page
    .getByRole('dialog', { name: 'Resume treatment' })
    .getByRole('button', { name: 'Resume treatment' })
    .click();
  await expect(page.getByText(/^Paused since/)).toHaveCount(0);
  await second.getByRole('button', { name: 'Resume treatment' }).click();
  const late = second.getByRole('dialog', { name: 'Resume treatment' });
  await late.getByRole('button', { name: 'Resume treatment' }).click();
  // Someone else was first. The dialog says so, and the page behind it is current.
  await expect(late.getByText('Check the record again.')).toBeVisible();
  await expect(second.getByText(/^Paused since/)).toHaveCount(0);
  await second.close();
});

test('an administrator sees what is sent to a patient, and nothing about health @long', async ({
  page,
  clinic,
}) => {
  const ines = await knownPatient(clinic, 'Ines');
  await joinTeam(page, clinic, 'administrator');
  await page.goto(`/team/patients?search=${ines.name.split(' ')[1]}&stage=1`);
  await expect(rowOf(page, ines)).toContainText('Privacy and data use');
  const heads = page.getByRole('columnheader');
  await expect(heads).toHaveText(['Name', 'Invitation', 'Consents', 'Kit', 'Delivery']);
  await expect(page.getByLabel('Stage')).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: ines.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: ines.name })).toBeVisible();
  await expect(page.getByText(ines.email)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toHaveCount(0);
  await expectAccessible(page);
});

test('the list and a record work at 390 px, in the dark, and 320 px cuts nothing off @long', async ({
  page,
  clinic,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  const { email } = await joinTeam(page, clinic, 'coach');
  const mia = await knownPatient(clinic, 'Mia');
  await assignTo(clinic, mia, email);
  await page.goto(`/team/patients?search=${mia.name.split(' ')[1]}`);
  await expect(rowOf(page, mia)).toBeVisible();
  expect([...(await problemsIn(page)), ...(await smallScreenProblems(page))]).toEqual([]);
  await openRecord(page, mia);
  expect([...(await problemsIn(page)), ...(await smallScreenProblems(page))]).toEqual([]);
  await page.getByRole('button', { name: 'Write note' }).click();
  await expect(page.getByRole('dialog', { name: 'Write note' })).toBeVisible();
  expect([...(await problemsIn(page)), ...(await smallScreenProblems(page))]).toEqual([]);
});
