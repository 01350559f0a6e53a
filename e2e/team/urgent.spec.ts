import { DAY, isoFromInstant, MINUTE } from '../../domain/time/instant.ts';
import { addDays } from '../../domain/time/day.ts';
import { instantOf, localDate, localDateTime } from '../../domain/time/local.ts';
import { expect, test, type Clinic } from '../support/fixtures.ts';
import { knownPatient, openRecord, type Known } from '../support/patient-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

const NEW_YORK = 'America/New_York';
const HOUR = 60 * MINUTE;

/** The last 8:15 pm in New York. */
function lastEvening(now: number): number {
  const today = localDate(now, NEW_YORK);
  const evening = instantOf(today, '20:15', NEW_YORK);
  return evening < now - MINUTE ? evening : instantOf(addDays(today, -1), '20:15', NEW_YORK);
}

/** The patient's other facts are from a day earlier. */
async function aDayPasses(clinic: Clinic, { id }: Known): Promise<void> {
  await clinic.sql(
    `update public.symptom_reports set created_at = created_at - interval '1 day' where user_id = $1`,
    [id],
  );
  await clinic.sql(
    `update public.attention_decisions set decided_at = decided_at - interval '1 day' where user_id = $1`,
    [id],
  );
}

test('fainting at 8:15 pm is first, due at 9:15 pm, tried, ended by the person who spoke to the patient, and read by a colleague the next day', async ({
  page,
  browser,
  clinic,
}) => {
  test.slow();
  const reportedAt = lastEvening(Date.now());
  const [robin, sam] = [await knownPatient(clinic, 'Robin'), await knownPatient(clinic, 'Sam')];
  const reports = (id: string, signs: string, urgent: boolean, at: number) =>
    clinic.sql(
      `insert into public.symptom_reports (user_id, signs, strength, since, urgent, created_at)
       values ($1, $2, case when $3 then 'strong' else 'mild' end, current_date - 4, $3, $4)`,
      [id, signs, urgent, isoFromInstant(at)],
    );
  await reports(sam.id, '{pain}', false, reportedAt - 3 * DAY);
  await reports(robin.id, '{pain,fainting}', true, reportedAt);

  await joinTeam(page, clinic, 'clinician');
  // The evening in the clinic, minutes after the report.
  await page.clock.setSystemTime(reportedAt + 5 * MINUTE);
  await page.reload();
  const rows = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  const urgent = rows.filter({ hasText: robin.name });
  const overdue = rows.filter({ hasText: sam.name });
  await expect(urgent.getByRole('heading', { name: 'Urgent symptoms' })).toBeVisible();
  await expect(urgent.getByText('Pain, fainting; severe.')).toBeVisible();
  await expect(urgent.getByText('Due by 9:15 pm')).toBeVisible();
  await expect(overdue.getByText(/^Overdue \d+ days$/)).toBeVisible();
  const names = await rows.getByRole('link').allTextContents();
  expect(names.indexOf(robin.name)).toBeLessThan(names.indexOf(sam.name));
  await expect(page).toHaveTitle(/^\(\d+\) Today · Béa$/);

  await urgent.getByRole('button', { name: 'Take' }).click();
  await expect(urgent.getByText('Taken by you')).toBeVisible();
  await expect(urgent.getByRole('button', { name: 'Take' })).toHaveCount(0);
  await expect(urgent.getByRole('button', { name: 'Remind me' })).toHaveCount(0);

  const dialog = page.getByRole('dialog', { name: 'Done: Urgent symptoms' });
  await urgent.getByRole('button', { name: 'Done' }).click();
  await dialog.getByLabel('Left a voicemail').check();
  await expect(dialog.getByText('The item is urgent and stays on Today.')).toBeVisible();
  await expect(dialog.getByRole('group', { name: 'Remind me' })).toHaveCount(0);
  await dialog.getByLabel(/^Comment/).fill('Voicemail with our number.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(urgent.getByText('Due by 9:15 pm')).toBeVisible();

  // An item that can wait is postponed and returns with its original due time. An urgent one stays.
  const overdueFor = await overdue.getByText(/^Overdue \d+ days$/).textContent();
  const later = page.getByRole('dialog', { name: 'Done: Symptoms reported' });
  await overdue.getByRole('button', { name: 'Done' }).click();
  await later.getByLabel('Left a voicemail').check();
  await later.getByLabel('Pick a time').check();
  // The server has no evening. For it, this is in an hour.
  await later.getByLabel('Time', { exact: true }).fill(localDateTime(Date.now() + HOUR, NEW_YORK));
  await later.getByRole('button', { name: 'Save' }).click();
  await expect(later).toBeHidden();
  await expect(overdue).toHaveCount(0);
  const reminders = page.getByRole('region', { name: 'Reminders' });
  await expect(reminders.getByText(sam.name)).toBeVisible();
  await expect(urgent).toBeVisible();
  await clinic.sql(
    `update public.attention_decisions set decided_at = decided_at - interval '1 hour', remind_at = remind_at - interval '1 hour'
     where user_id = $1`,
    [sam.id],
  );
  await page.reload();
  await expect(overdue.getByText(overdueFor!)).toBeVisible();
  await expect(overdue.getByText('Taken by you')).toBeVisible();
  await expect(reminders).toHaveCount(0);

  await urgent.getByRole('button', { name: 'Done' }).click();
  await dialog.getByLabel('Spoke with patient').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a comment')).toBeVisible();
  await dialog.getByLabel('Comment').fill('Sister drives to the emergency room.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(urgent).toHaveCount(0);

  await aDayPasses(clinic, robin);
  const other = await browser.newContext({ baseURL: clinic.url });
  const colleague = await other.newPage();
  await joinTeam(colleague, clinic, 'coach');
  await openRecord(colleague, robin);
  const timeline = colleague.getByRole('region', { name: 'Timeline' });
  const yesterday = timeline.getByRole('region', { name: /^Yesterday/ });
  for (const words of [
    'Left a voicemail',
    'Voicemail with our number.',
    'Spoke with patient',
    'Sister drives to the emergency room.',
  ])
    await expect(yesterday.getByText(words).first()).toBeVisible();
  await expect(yesterday.getByText('Noa Lind, clinician').first()).toBeVisible();
  await other.close();
});

test('what a patient reports appears in their open record, and the text being read stays in its place', async ({
  page,
  clinic,
}) => {
  test.slow();
  const ada = await knownPatient(clinic, 'Ada');
  await clinic.sql(
    `insert into public.symptom_reports (user_id, signs, strength, since, urgent, created_at)
     select $1, '{bleeding}', 'mild', current_date - 40, false, now() - days * interval '1 day'
     from generate_series(1, 30) as days`,
    [ada.id],
  );
  await joinTeam(page, clinic, 'coach');
  const joined = page.waitForEvent('websocket', (socket) => socket.url().includes('/realtime/'));
  await openRecord(page, ada);
  await joined;
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const entries = timeline.getByRole('listitem');
  await expect(entries).toHaveCount(30);
  const read = timeline.getByRole('heading', { level: 3 }).nth(20);
  await read.evaluate((heading) => heading.scrollIntoView({ block: 'center' }));
  const words = await read.textContent();
  const place = async () =>
    Math.round((await timeline.getByRole('heading', { level: 3, name: words! }).boundingBox())!.y);
  const before = await place();
  await clinic.sql(
    `insert into public.symptom_reports (user_id, signs, strength, since, urgent) values ($1, '{discharge}', 'mild', current_date, false)`,
    [ada.id],
  );
  const reported = performance.now();
  await expect(entries).toHaveCount(31);
  // The report has the delay; a busy machine is no reason to fail.
  const description = `${Math.round(performance.now() - reported)} ms after it was stored`;
  test.info().annotations.push({ type: 'in the open record', description });
  await expect(timeline.getByText('Discharge; mild')).toHaveCount(1);
  await expect.poll(place).toBe(before);
});
