import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { knownPatient } from '../support/patient-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

const address = (first: string) => `${first}-${crypto.randomUUID().slice(0, 8)}@example.com`;

test('an administrator invites a patient by email, corrects the address before the first sign-in, and revokes', async ({
  page,
  clinic,
}) => {
  await joinTeam(page, clinic, 'administrator');
  await page.goto('/team/invitations');
  await expect(page.getByRole('heading', { level: 1, name: 'Invitations' })).toBeVisible();
  const [wrong, right] = [address('robni'), address('robin')];
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a patient' });
  await dialog.getByLabel('Email').fill(wrong);
  await dialog.getByLabel('First name').fill('Robin');
  await dialog.getByLabel('Last name').fill('Castellano');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog).toBeHidden();
  const row = (email: string) => page.getByRole('listitem').filter({ hasText: email });
  await expect(row(wrong)).toContainText('Invited');
  await expectAccessible(page);

  await row(wrong).getByRole('button', { name: 'Edit email' }).click();
  const correction = page.getByRole('dialog', { name: 'Edit email' });
  await correction.getByLabel('Email').fill(right);
  await correction.getByRole('button', { name: 'Save' }).click();
  await expect(row(right)).toBeVisible();
  await expect(row(wrong)).toHaveCount(0);
  await expect
    .poll(async () =>
      (await clinic.sql('select subject from public.outbox where recipient = $1', [right])).map(
        ({ subject }) => subject,
      ),
    )
    .toEqual(['Your portal is ready']);

  await row(right).getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog', { name: 'Revoke' }).getByRole('button', { name: 'Revoke' }).click();
  await expect(row(right)).toContainText('Revoked');
  await expect(row(right)).toBeFocused();
});

test('a list from a spreadsheet is previewed and imported, and importing it again invites no one', async ({
  page,
  clinic,
}) => {
  await joinTeam(page, clinic, 'administrator');
  await page.goto('/team/invitations');
  const [one, two] = [address('one'), address('two')];
  const list = `\uFEFFemail;first;last;phone\r\n${one};One;"Person; Jr.";+1 555 0100\r\nnobody;Bad;Line;\r\n${two};Two;Person;\r\n`;
  const dialog = page.getByRole('dialog', { name: 'Import a list' });
  const select = async () => {
    await page.getByRole('button', { name: 'Import a list' }).click();
    await dialog
      .getByLabel('Select a file')
      .setInputFiles({ name: 'patients.csv', mimeType: 'text/csv', buffer: Buffer.from(list) });
  };
  await select();
  await expect(dialog).toContainText('2 people will be invited.');
  await expect(dialog.getByRole('list', { name: 'Skipped lines' })).toHaveText(
    'Line 3: email: Please enter a valid email address',
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: one })).toContainText('One Person; Jr.');
  await select();
  await expect(dialog).toContainText('2 people already invited: nothing changes.');
  await expect(dialog.getByRole('button', { name: /^Invite/ })).toHaveCount(0);
});

test('a kit’s link appears in the patient’s open portal @long', async ({ page, clinic, browser }) => {
  const sana = await knownPatient(clinic, 'Sana');
  await clinic.sql(
    `insert into public.completed_phases (user_id, phase_id, stage_number)
     select $1, phase_id, stage_number from public.journey_phases where stage_number = 1`,
    [sana.id],
  );
  const patient = await browser.newContext({ baseURL: clinic.url });
  const portal = await patient.newPage();
  await signIn(portal, clinic, sana.email);
  await portal.goto('/home');
  await expect(portal.getByRole('button', { name: 'Follow your delivery' })).toBeVisible();

  await joinTeam(page, clinic, 'administrator');
  await page.goto(`/team/invitations?search=${encodeURIComponent(sana.email)}`);
  await page.getByRole('button', { name: 'Kit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Kit' });
  await dialog.getByLabel('Tracking link').fill('https://parcels.example/1Z999');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Kit sent/)).toBeVisible();
  await expect(portal.getByRole('link', { name: 'Follow your delivery' })).toHaveAttribute(
    'href',
    'https://parcels.example/1Z999',
  );
  await patient.close();
});

test('a new colleague gets a setup code that is shown once; the log names who invited @long', async ({
  page,
  clinic,
}) => {
  await joinTeam(page, clinic, 'administrator');
  await page.goto('/team/people');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' });
  await dialog.getByLabel('Name', { exact: true }).fill('Sam Wells');
  await dialog.getByLabel('Email').fill(`sam-${crypto.randomUUID().slice(0, 8)}@clinic.example`);
  await dialog.getByLabel(/^Administrator/).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const setUpDialog = page.getByRole('dialog', { name: 'Setup code for Sam Wells' });
  await expect(setUpDialog).toBeVisible();
  await expectAccessible(page);
  await setUpDialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: 'Sam Wells' }).first()).toBeVisible();
  await expectAccessible(page);

  await page.goto('/team/access-log');
  await expect(page.getByRole('row').filter({ hasText: 'Invited to the team' }).first()).toContainText(
    'Sam Wells',
  );
  await expectAccessible(page);
});
