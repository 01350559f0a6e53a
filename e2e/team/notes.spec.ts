import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import { editorOf, signNote as sign, writeNote as write } from '../support/note-steps.ts';
import { knownPatient, openRecord } from '../support/patient-steps.ts';
import { joinTeam } from '../support/team-steps.ts';
import { dangers, XSS_PAYLOADS } from '../support/xss-payloads.ts';

test.use({ serviceWorkers: 'allow' });

test('a clinician signs a note, and the patient reads it without a reload', async ({
  page,
  clinic,
  browser,
}) => {
  const robin = await knownPatient(clinic, 'Robin');
  const home = await browser.newContext({ baseURL: clinic.url });
  const portal = await home.newPage();
  await signIn(portal, clinic, robin.email);
  await portal.goto('/medical-notes');
  await expect(portal.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(portal.getByText('Before your second applicator')).toHaveCount(0);

  await joinTeam(page, clinic, 'clinician');
  await openRecord(page, robin);
  await write(
    page,
    'Before your second applicator',
    'Thank you.\n\n**For this evening**\n\n- One step at a time',
  );
  const preview = editorOf(page).getByRole('region', { name: 'As Robin will see it' });
  await expect(preview.getByRole('listitem')).toHaveText('One step at a time');
  await expect(editorOf(page).getByText("Included in the patient's record download.")).toBeVisible();
  await expectAccessible(page);
  // Nobody but its author sees a draft.
  await expect(portal.getByText('Before your second applicator')).toHaveCount(0);
  await sign(page);
  await expect(page.getByRole('heading', { level: 4, name: 'Before your second applicator' })).toBeVisible();
  await portal.getByRole('link', { name: 'Before your second applicator' }).click();
  await expect(portal.getByText('One step at a time')).toBeVisible();
  await expect(portal.getByText(/^Signed by Noa Lind, clinician, /)).toBeVisible();

  // What is missing is added below it; a note that should not stand is withdrawn, and goes for the patient.
  await page.getByRole('button', { name: 'Read note' }).click();
  await page.getByRole('button', { name: 'Add addendum' }).click();
  const addendum = page.getByRole('dialog', { name: 'Add addendum' });
  await addendum.getByLabel('Text').fill('Call us if you are unsure');
  await addendum.getByRole('button', { name: 'Sign' }).click();
  await expect(addendum).toBeHidden();
  await expect(page.getByText('Call us if you are unsure')).toBeVisible();
  await expect(portal.getByText('Call us if you are unsure')).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const withdraw = page.getByRole('dialog', { name: 'Withdraw this note?' });
  await withdraw.getByLabel('Reason').fill('Written in the wrong record');
  await withdraw.getByRole('button', { name: 'Withdraw' }).click();
  await expect(withdraw).toBeHidden();
  await expect(page.getByText(/Withdrawn by Noa Lind.*Written in the wrong record/)).toBeVisible();
  await portal.goto('/medical-notes');
  await expect(portal.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(portal.getByText('Before your second applicator')).toHaveCount(0);
  await home.close();
});

test('a consultation note comes to the patient with who signed it and what was added, and nothing in it runs @long', async ({
  page,
  clinic,
  browser,
}) => {
  const lou = await knownPatient(clinic, 'Lou');
  await loadTo(clinic, lou.email, 'consultation-prep');
  await joinTeam(page, clinic, 'clinician');
  await openRecord(page, lou);
  await write(page, 'After our call', `Folic **acid**\n\n${XSS_PAYLOADS.join('\n\n').slice(0, 15_000)}`);
  await editorOf(page).getByLabel('Kind').selectOption('initial-consultation');
  await expect(editorOf(page).getByText(/^Draft saved/)).toBeVisible();

  const home = await browser.newContext({ baseURL: clinic.url });
  const portal = await home.newPage();
  await signIn(portal, clinic, lou.email);
  // Home lists them once they are there; the plan names them before.
  await portal.goto('/overview?phase=consultation-prep');
  await portal.getByRole('button', { name: 'Read your consultation notes' }).click();
  const dialog = portal.getByRole('dialog', { name: 'Consultation Notes' });
  await expect(dialog.getByText('No notes available for this consultation')).toBeVisible();

  await sign(page);
  await expect(dialog.getByText('Signed by Noa Lind, clinician')).toBeVisible();
  await expect(dialog.locator('strong').first()).toHaveText('acid');
  await page.getByRole('button', { name: 'Read note' }).click();
  await page.getByRole('button', { name: 'Add addendum' }).click();
  const addendum = page.getByRole('dialog', { name: 'Add addendum' });
  await addendum.getByLabel('Text').fill('Take it with breakfast');
  await addendum.getByRole('button', { name: 'Sign' }).click();
  await expect(dialog.getByRole('heading', { name: /^Added by Noa Lind, clinician, / })).toBeVisible();
  await expect(dialog.getByText('Take it with breakfast')).toBeVisible();
  expect(await dangers(portal)).toEqual([]);
  expect(await dangers(page)).toEqual([]);
  await home.close();
});

test('a second tab cannot overwrite a draft, and loses nothing that was typed @long', async ({
  page,
  clinic,
}) => {
  const june = await knownPatient(clinic, 'June');
  await joinTeam(page, clinic, 'clinician');
  await openRecord(page, june);
  await write(page, 'A plan', 'As it was written first');

  const second = await page.context().newPage();
  await openRecord(second, june);
  await second.getByRole('button', { name: 'Continue' }).click();
  await editorOf(second).getByLabel('Text').fill('As the second tab has it');
  await expect(editorOf(second).getByText(/^Draft saved/)).toBeVisible();

  await editorOf(page).getByLabel('Text').fill('As the first tab goes on');
  await expect(editorOf(page).getByText(/changed, signed or discarded in another tab/)).toBeVisible();
  await expect(editorOf(page).getByLabel('Text')).toHaveValue('As the first tab goes on');
  await expect(editorOf(page).getByRole('button', { name: 'Sign' })).toBeDisabled();
  const kept = await clinic.sql('select content from public.note_drafts where user_id = $1', [june.id]);
  expect(kept).toEqual([{ content: 'As the second tab has it' }]);

  await editorOf(page).getByRole('button', { name: 'Keep mine as a new draft' }).click();
  await expect(editorOf(page).getByText(/^Draft saved/)).toBeVisible();
  const both = await clinic.sql('select content from public.note_drafts where user_id = $1 order by 1', [
    june.id,
  ]);
  expect(both.map(({ content }) => content)).toEqual([
    'As the first tab goes on',
    'As the second tab has it',
  ]);
  await second.close();
});

test('what is typed without a network is kept through a reload, and saved when there is one @long', async ({
  page,
  clinic,
}) => {
  const mei = await knownPatient(clinic, 'Mei');
  await joinTeam(page, clinic, 'coach');
  await openRecord(page, mei);
  await write(page, 'By phone', 'First words');
  await page.context().setOffline(true);
  await editorOf(page).getByLabel('Text').fill('First words, and more');
  await expect(editorOf(page).getByText(/The server did not answer/)).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await expect(editorOf(page).getByLabel('Text')).toHaveValue('First words, and more');
  await expect(editorOf(page).getByText(/^Draft saved/)).toBeVisible();
  const kept = await clinic.sql('select content from public.note_drafts where user_id = $1', [mei.id]);
  expect(kept).toEqual([{ content: 'First words, and more' }]);
});

test('a session that ends while a note is written brings back page, editor and words @long', async ({
  page,
  clinic,
}) => {
  const ana = await knownPatient(clinic, 'Ana');
  await joinTeam(page, clinic, 'coach');
  await openRecord(page, ana);
  await write(page, 'Half a note', 'Half a sentence');
  await clinic.sql(`update auth.sessions set created_at = now() - interval '13 hours'
    where user_id = (select user_id from public.care_team where id = (select author_id from public.note_drafts where user_id = '${ana.id}'))`);
  await editorOf(page).getByLabel('Text').fill('Half a sentence and the rest');
  await expect(page.getByRole('heading', { level: 1, name: 'Team sign-in' })).toBeVisible();
  await expect(page).toHaveURL(/next=.*do%3Dnote/);
  const kept = await page.evaluate(() => Object.values(sessionStorage).join());
  expect(kept).toContain('Half a sentence and the rest');
});

test('no payload in a note runs, neither in the preview nor in the timeline @long', async ({
  page,
  clinic,
}) => {
  const bo = await knownPatient(clinic, 'Bo');
  await joinTeam(page, clinic, 'clinician');
  await openRecord(page, bo);
  const text = XSS_PAYLOADS.join('\n\n').slice(0, 19_000);
  await write(page, 'Payloads', text);
  expect(await dangers(page)).toEqual([]);
  await editorOf(page).getByLabel('Kind').selectOption('initial-consultation');
  await expect(editorOf(page).getByText(/^Draft saved/)).toBeVisible();
  expect(await dangers(page)).toEqual([]);
  await sign(page);
  await page.getByRole('button', { name: 'Read note' }).click();
  await expect(page.getByRole('button', { name: 'Add addendum' })).toBeVisible();
  expect(await dangers(page)).toEqual([]);
});
