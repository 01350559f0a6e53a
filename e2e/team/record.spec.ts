import { readFile } from 'node:fs/promises';
import { extractText } from 'unpdf';
import { card } from '../support/account-steps.ts';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test, type Clinic } from '../support/fixtures.ts';
import { knownPatient, openRecord, rowOf, type Known } from '../support/patient-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

/** A patient with two cycles: periods, a peak, a negative test and a coach's note. */
async function liveTwoCycles(clinic: Clinic, { id }: Known): Promise<void> {
  await clinic.sql(
    `insert into public.periods (user_id, day, kind)
     select $1, current_date - days, 'period' from unnest('{40,12}'::integer[]) as days`,
    [id],
  );
  await clinic.sql(
    `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
     select $1, type, result, 1, now() - make_interval(days => days)
     from (values ('ovulation', 'Peak (Positive LH Surge)', 27), ('PREGNANCY', 'negative', 13)) as test (type, result, days)`,
    [id],
  );
}

test('a coach prepares a call from the record: who, what to know, the cycle, and a staff note that the patient never sees', async ({
  page,
  clinic,
  browser,
}) => {
  const mia = await knownPatient(clinic, 'Mia');
  await clinic.sql(
    `update public.customers set birth_date = '1992-03-14', pronouns = 'she/her' where user_id = $1`,
    [mia.id],
  );
  await liveTwoCycles(clinic, mia);
  await joinTeam(page, clinic, 'coach');
  await openRecord(page, mia);
  await expect(page.getByText(/^Age \d+, born March 14, 1992 · she\/her$/)).toBeVisible();
  await page.getByRole('button', { name: 'Add alert' }).click();
  const alert = page.getByRole('dialog', { name: 'Add alert' });
  await alert.getByLabel('Alert').fill('Call after 4 pm');
  await alert.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Alerts' })).toContainText('Call after 4 pm');

  // Each point of the chart has a description.
  const points = page.getByRole('listbox', { name: 'What was logged' });
  await page.getByRole('button', { name: 'Previous cycle' }).click();
  await points.focus();
  await points.press('End');
  await expect(points.getByRole('option', { selected: true })).toHaveAccessibleName(
    /Pregnancy test, negative$/,
  );
  await expect(page.getByText('Pregnancy test, negative', { exact: true })).toBeVisible();
  // The previous cycle is collapsed until someone opens it.
  const previous = page.getByRole('button', { name: /^Cycle from .* to / });
  await expect(previous).toHaveAttribute('aria-expanded', 'false');
  await previous.click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Ovulation test' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Staff note' }).click();
  const note = page.getByRole('dialog', { name: 'Staff note' });
  await expect(note.getByText('born March 14, 1992')).toBeVisible();
  await note.getByLabel('Note').fill('Ask about sleep first');
  await note.getByRole('button', { name: 'Save' }).click();
  await expect(note).toBeHidden();
  await page.getByRole('button', { name: 'Notes', pressed: false }).click();
  await expect(page.getByText('Ask about sleep first')).toBeVisible();

  const home = await browser.newContext({ baseURL: clinic.url });
  const portal = await home.newPage();
  await signIn(portal, clinic, mia.email);
  for (const path of ['/home', '/medical-notes', '/account']) {
    await portal.goto(path);
    await expect(portal.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(portal.getByText('Ask about sleep first')).toHaveCount(0);
    await expect(portal.getByText('Call after 4 pm')).toHaveCount(0);
  }
  const [download] = await Promise.all([
    portal.waitForEvent('download'),
    card(portal, 'Your data').getByRole('button', { name: 'Download JSON' }).click(),
  ]);
  const file = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown>;
  expect(file['staff_notes']).toMatchObject([{ text: 'Ask about sleep first' }]);
  await home.close();
});

test('two patients with the same name are told apart by date of birth, in the list and when booking @long', async ({
  page,
  clinic,
}) => {
  const first = await knownPatient(clinic, 'Nora');
  const second = await knownPatient(clinic, 'Nora');
  const family = first.name.split(' ')[1]!;
  for (const [{ id }, born] of [
    [first, '1990-05-01'],
    [second, '1994-09-30'],
  ] as const)
    await clinic.sql(
      'update public.customers set customer_last_name = $2, birth_date = $3 where user_id = $1',
      [id, family, born],
    );
  await joinTeam(page, clinic, 'clinician');
  await page.goto(`/team/patients?search=${family}%2C+Nora`);
  await expect(page.getByText('2 found')).toBeVisible();
  await expect(rowOf(page, { ...first, name: 'Born May 1, 1990' })).toBeVisible();
  await expect(rowOf(page, { ...second, name: 'Born September 30, 1994' })).toBeVisible();
  await page.goto('/team/patients?search=9%2F30%2F1994');
  await expect(rowOf(page, { ...second, name: 'Born September 30, 1994' })).toBeVisible();

  await page.goto('/team/calendar');
  await page.getByRole('button', { name: 'Book a call' }).click();
  const booking = page.getByRole('dialog', { name: 'Book a call' });
  await booking.getByLabel('Search by name or email').fill(family);
  const choice = booking.getByRole('group', { name: 'Patient' });
  await expect(choice.getByLabel(/born May 1, 1990/)).toBeVisible();
  await choice.getByLabel(/born September 30, 1994/).check();
  await booking.getByRole('button', { name: 'Cancel' }).click();
  await openRecord(page, { ...second, name: first.name });
  await page.getByRole('link', { name: 'Book a call' }).click();
  await expect(booking.getByText(`, ${second.email}, born September 30, 1994`)).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`a printed record shows on each sheet who, when and which page, in the ${colorScheme} theme, and is in the access log @long`, async ({
    page,
    clinic,
  }) => {
    const ada = await knownPatient(clinic, 'Ada');
    await clinic.sql(`update public.customers set birth_date = '1992-03-14' where user_id = $1`, [ada.id]);
    await clinic.sql(
      `insert into public.test_results (user_id, result_type, result, taken_at)
       select $1, 'ovulation', 'Invalid', now() - make_interval(days => days) from generate_series(1, 60) as days`,
      [ada.id],
    );
    await page.emulateMedia({ colorScheme });
    await joinTeam(page, clinic, 'clinician');
    await openRecord(page, ada);
    await page.getByRole('button', { name: 'Print' }).click();
    const lines = () =>
      clinic.sql(`select 1 from public.audit_log where subject_id = $1 and kind = 'printed_record'`, [
        ada.id,
      ]);
    await expect.poll(async () => (await lines()).length).toBeGreaterThan(0);
    const { text, totalPages } = await extractText(
      new Uint8Array(await page.pdf({ preferCSSPageSize: true, printBackground: true })),
    );
    expect(totalPages).toBeGreaterThan(1);
    for (const [index, sheet] of text.entries()) {
      expect(sheet).toContain(ada.name);
      expect(sheet).toContain('born March 14, 1992');
      expect(sheet).toMatch(/printed \w+ \d+, \d{4}/);
      expect(sheet).toContain(`Page ${index + 1} of ${totalPages}`);
    }
    expect(text.join(' ')).not.toContain('Sign out');
  });
