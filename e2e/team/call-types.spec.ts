import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { joinTeam } from '../support/team-steps.ts';

test('an administrator adds a call type, changes and hides it, and patients see each right away', async ({
  page,
  clinic,
  browser,
}) => {
  await joinTeam(page, clinic, 'administrator');
  await page.goto('/team/clinic');
  const list = page.getByRole('region', { name: 'Call types' });
  const name = `Nutrition ${crypto.randomUUID().slice(0, 6)}`;
  await list.getByRole('button', { name: 'Add call type' }).click();
  const form = page.getByRole('dialog', { name: 'Add call type' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Length').fill('two');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Please enter a whole number from 5 to 240')).toBeVisible();
  await form.getByLabel('Length').fill('25');
  await form.getByLabel('Description').fill('Questions about food.');
  await form.getByLabel('Buffer').fill('5');
  await form.getByLabel('Notice').fill('30');
  await form.getByLabel('Phone call').check();
  await form.getByLabel('Marisol Vega').check();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByTestId('toast')).toContainText('Call type saved');
  const row = (of: string) => list.getByRole('listitem').filter({ hasText: of });
  await expect(row(name)).toContainText('Phone call · 25 minutes');
  await expect(row(name)).toContainText('With Marisol Vega');

  const patient = await (await browser.newContext({ baseURL: clinic.url })).newPage();
  await signIn(patient, clinic, await clinic.patient());
  const address = `/schedule?appointmentType=${name.toLowerCase().replace(' ', '-')}`;
  await patient.goto(address);
  await expect(patient.getByRole('heading', { name })).toBeVisible();
  await expect(patient.getByText('Questions about food.')).toBeVisible();

  await list.getByRole('button', { name: new RegExp(`^Edit ?: ${name}$`) }).click();
  const edit = page.getByRole('dialog', { name: 'Edit call type' });
  await edit.getByLabel('Name', { exact: true }).fill(`${name} talk`);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(row(`${name} talk`)).toBeVisible();
  await patient.reload();
  await expect(patient.getByRole('heading', { name: `${name} talk` })).toBeVisible();

  await list.getByRole('button', { name: new RegExp(`^Hide ?: ${name} talk$`) }).click();
  await expect(row(name)).toContainText('Hidden');
  await patient.reload();
  await expect(patient.getByRole('heading', { name: `${name} talk` })).toHaveCount(0);
  await list.getByRole('button', { name: new RegExp(`^Show ?: ${name} talk$`) }).click();
  await expect(list.getByRole('button', { name: new RegExp(`^Hide ?: ${name} talk$`) })).toBeVisible();
  await expectAccessible(page);
});

test('a call type that the portal leads to cannot be hidden, and the page says why', async ({
  page,
  clinic,
}) => {
  await joinTeam(page, clinic, 'administrator');
  await page.goto('/team/clinic');
  const list = page.getByRole('region', { name: 'Call types' });
  for (const name of [
    'Initial Consultation',
    'Meet Your Clinical Coach',
    'Clinical Coach Support Call',
    'Post-Treatment Review',
  ]) {
    const hide = list.getByRole('button', { name: new RegExp(`^Hide ?: ${name}$`) });
    await expect(hide).toBeDisabled();
    await expect(hide).toHaveAccessibleDescription('The portal leads patients here, so it can’t be hidden.');
  }
});
