import { expectAccessible, smallScreenProblems } from '../support/accessibility-checks.ts';
import { enterCode, expect, expectToast, signIn, test, type Clinic } from '../support/fixtures.ts';
import { completedOf } from '../support/journey-steps.ts';
import { editorOf, signNote, writeNote } from '../support/note-steps.ts';
import { confirm } from '../support/outcome-steps.ts';
import { knownPatient, openRecord, type Known } from '../support/patient-steps.ts';
import { callOf } from '../support/team-calendar-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

/** A consultation with this clinician that ended an hour ago, and its day. */
async function hadConsultation(clinic: Clinic, { id }: Known, clinicianEmail: string): Promise<string> {
  const [row] = await clinic.sql(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select $1, person.id, type.id, now() - interval '90 minutes', now() - interval '1 hour', now() - interval '1 hour'
     from public.appointment_types as type, public.care_team as person
     where slug = 'initial-consultation' and email = $2
     returning to_char(starts_at at time zone 'America/New_York', 'YYYY-MM-DD') as day`,
    [id, clinicianEmail],
  );
  return String(row!['day']);
}

test('after a consultation the next phase is open, and the email about the notes links to them @phone', async ({
  page,
  clinic,
  browser,
}) => {
  const lou = await knownPatient(clinic, 'Lou');
  const desk = await browser.newContext({ baseURL: clinic.url, viewport: { width: 1280, height: 800 } });
  const team = await desk.newPage();
  const { email } = await joinTeam(team, clinic, 'clinician');
  const day = await hadConsultation(clinic, lou, email);

  await team.goto(`/team/calendar?from=${day}`);
  await callOf(team, lou).getByRole('button', { name: 'Outcome' }).click();
  const outcome = team.getByRole('dialog', { name: 'Outcome' });
  await outcome.getByLabel('Completed').check();
  await outcome.getByRole('button', { name: 'Save' }).click();
  await expect(outcome).toBeHidden();
  // The welcome phase is only for reading, so it locks nothing after a call that took place.
  expect(await completedOf(clinic, lou.email)).toEqual(['welcome', 'consultation-prep']);
  await openRecord(team, lou);
  await writeNote(team, 'What we agreed', 'Take **folic acid**.');
  await editorOf(team).getByLabel('Kind').selectOption('initial-consultation');
  await expect(editorOf(team).getByText(/^Draft saved/)).toBeVisible();
  await signNote(team);
  await desk.close();

  const news = async () =>
    (await clinic.mail(lou.email)).find(({ subject }) => subject === 'There is something new in your portal');
  await expect.poll(news).toBeDefined();
  const { text, html } = (await news())!;
  expect(text + html).not.toMatch(/agreed|folic|Noa|clinician|medical|note/i);
  const [link] = /https?:\S+/.exec(text)!;
  expect(html).toContain(link);

  // Home says it too, until the notes are opened.
  await signIn(page, clinic, lou.email);
  const today = page.getByRole('region', { name: 'Today' });
  await expect(today).toContainText("Your clinician's notes are ready.");
  await page.evaluate(() => localStorage.clear());
  await page.goto('/privacy-policy');

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Log in to your account' })).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await enterCode(page, clinic, lou.email);
  await expect(page.getByRole('heading', { level: 2, name: 'What we agreed' })).toBeVisible();
  await expect(page.getByText('folic acid')).toBeVisible();
  await expect(page.getByText(/^Signed by Noa Lind, clinician, /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to notes' }).click();
  await expect(page.getByRole('link', { name: 'What we agreed' })).toBeVisible();

  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Stage 2 - Prepare' })).toBeVisible();
  await expect(today).toBeVisible();
  await expect(today).not.toContainText("Your clinician's notes are ready.");
  const tasks = page.getByRole('region', { name: 'To Do' });
  await expect(tasks.getByRole('button', { name: 'Mark as complete' })).toBeEnabled();
  await expect(
    tasks.getByText('‘Your first consultation’ is complete because your call took place.'),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await smallScreenProblems(page)).toEqual([]);
  await tasks.getByRole('button', { name: 'Undo' }).click();
  await confirm(page, 'Go back in your plan?', 'Yes, undo it');
  await expectToast(page, 'Success', 'Your plan is back to where it was.');
  await expect(page.getByRole('heading', { name: 'Stage 1 - Your Plan' })).toBeVisible();
  expect(await completedOf(clinic, lou.email)).toEqual([]);
  // The clinician's notes stay, whatever phase the plan is at.
  await page.goto('/medical-notes');
  await expect(page.getByRole('link', { name: 'What we agreed' })).toBeVisible();
});
