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
  // Only its author sees a draft.
  await expect(portal.getByText('Before your second applicator')).toHaveCount(0);
  await sign(page);
  await expect(page.getByRole('heading', { level: 4, name: 'Before your second applicator' })).toBeVisible();
  await portal.getByRole('link', { name: 'Before your second applicator' }).click();
  await expect(portal.getByText('One step at a time')).toBeVisible();
  await expect(portal.getByText(/^Signed by Noa Lind, clinician, /)).toBeVisible();

  // Missing text is added below the note. A wrong note is withdrawn, and disappears for the patient.
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

test('a note starts from the clinic’s template, is formatted with the toolbar, and reaches the patient formatted', async ({
  page,
  clinic,
  browser,
}) => {
  const robin = await knownPatient(clinic, 'Robin');
  const name = `Check-in ${robin.name.split(' ')[1]}`;
  const office = await browser.newContext({ baseURL: clinic.url });
  const administration = await office.newPage();
  await joinTeam(administration, clinic, 'administrator');
  await administration.goto('/team/clinic');
  await administration.getByRole('button', { name: 'Add template' }).click();
  const template = administration.getByRole('dialog', { name: 'Add template' });
  await template.getByLabel('Name').fill(name);
  await template.getByLabel('Text').fill('How it went');
  await template.getByRole('button', { name: 'Heading' }).click();
  await expect(template.getByLabel('Text')).toHaveValue('## How it went');
  await expectAccessible(administration);
  await template.getByRole('button', { name: 'Save' }).click();
  await expect(template).toBeHidden();
  await expect(administration.getByRole('button', { name: new RegExp(`^Edit.*${name}`) })).toBeVisible();
  await office.close();

  await joinTeam(page, clinic, 'coach');
  await openRecord(page, robin);
  await page.getByRole('button', { name: 'Write note' }).click();
  const editor = editorOf(page);
  await editor.getByRole('button', { name: 'Use a template' }).click();
  await page.getByRole('dialog', { name: 'Use a template' }).getByRole('button', { name }).click();
  await expect(editor.getByLabel('Title')).toHaveValue(name);
  const text = editor.getByLabel('Text');
  await expect(text).toHaveValue('## How it went');
  await text.focus();
  await text.press('ControlOrMeta+End');
  await text.press('Enter');
  await editor.getByRole('button', { name: 'Bulleted list' }).click();
  await page.keyboard.type('slept well');
  await text.press('Enter');
  await page.keyboard.type('read ');
  await editor.getByRole('button', { name: 'Link' }).click();
  const link = page.getByRole('dialog', { name: 'Add link' });
  await link.getByLabel('Words').fill('the guide');
  await link.getByLabel('Web address').fill('clinic.example/guide');
  await link.getByRole('button', { name: 'Add link' }).click();
  await expect(text).toHaveValue(
    '## How it went\n- slept well\n- read [the guide](<https://clinic.example/guide>)',
  );
  await text.press('ControlOrMeta+Home');
  await text.press('ArrowDown');
  await text.press('End');
  for (let letter = 0; letter < 'well'.length; letter += 1) await text.press('Shift+ArrowLeft');
  await editor.getByRole('button', { name: 'Bold' }).click();
  const preview = editor.getByRole('region', { name: 'As Robin will see it' });
  await expect(preview.getByRole('heading', { name: 'How it went' })).toBeVisible();
  await expect(preview.getByRole('listitem')).toHaveText(['slept well', 'read the guide']);
  await expect(preview.locator('strong')).toHaveText('well');
  await expect(preview.getByRole('link', { name: 'the guide' })).toHaveAttribute(
    'href',
    'https://clinic.example/guide',
  );
  // The browser's own undo includes it.
  await text.press('ControlOrMeta+z');
  await expect(preview.locator('strong')).toHaveCount(0);
  await text.press('ControlOrMeta+Shift+z');
  await expect(preview.locator('strong')).toHaveText('well');
  await expect(editor.getByText(/^Draft saved/)).toBeVisible();
  await sign(page);

  const home = await browser.newContext({ baseURL: clinic.url });
  const portal = await home.newPage();
  await signIn(portal, clinic, robin.email);
  await portal.goto('/medical-notes');
  await portal.getByRole('link', { name }).click();
  await expect(portal.locator('strong')).toHaveText('well');
  await home.close();
});

test('a consultation note reaches the patient with who signed it and what was added, and nothing in it runs @long', async ({
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
  // Home lists notes once they exist. The plan names them before.
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

test('a second tab cannot overwrite a draft, and loses nothing typed @long', async ({ page, clinic }) => {
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

test('text typed offline survives a reload, and is saved when back online @long', async ({
  page,
  clinic,
}) => {
  const mei = await knownPatient(clinic, 'Mei');
  await joinTeam(page, clinic, 'coach');
  await openRecord(page, mei);
  await write(page, 'By phone', 'First words');
  await page.context().setOffline(true);
  await editorOf(page).getByLabel('Text').fill('First words, and more');
  await expect(editorOf(page).getByText(/The server didn’t respond/)).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await expect(editorOf(page).getByLabel('Text')).toHaveValue('First words, and more');
  await expect(editorOf(page).getByText(/^Draft saved/)).toBeVisible();
  const kept = await clinic.sql('select content from public.note_drafts where user_id = $1', [mei.id]);
  expect(kept).toEqual([{ content: 'First words, and more' }]);
});

test('a session that ends while writing a note restores page, editor and text @long', async ({
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
