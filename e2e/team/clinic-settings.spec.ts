import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { joinTeam } from '../support/team-steps.ts';

test('an administrator sets other hours, patients read them within seconds, and the access log undoes it', async ({
  page,
  clinic,
  browser,
}) => {
  const patient = await (await browser.newContext({ baseURL: clinic.url })).newPage();
  await signIn(patient, clinic, await clinic.patient());
  await patient.goto('/support');
  await expect(patient.getByText('Replies within 3 hours, 8am to 10pm, 7 days a week.')).toBeVisible();

  await joinTeam(page, clinic, 'administrator');
  await page.goto('/team/clinic');
  const hours = page.getByRole('region', { name: 'Hours and replies' });
  await hours.getByLabel('Closes').fill('20:00');
  await hours.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByTestId('toast')).toContainText('Settings saved');
  await expectAccessible(page);
  const promised = async (words: string) => {
    await expect(async () => {
      await patient.reload();
      await expect(patient.getByText(words)).toBeVisible({ timeout: 1_500 });
    }).toPass({ timeout: 5_000 });
  };
  await promised('Replies within 3 hours, 8am to 8pm, 7 days a week.');

  await page.goto('/team/access-log');
  await page.getByRole('button', { name: /^Undo ?: Changed a clinic setting: Hours$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo change' });
  await expect(dialog).toContainText('08:00-20:00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Undo change' }).click();
  await expect(page.getByTestId('toast')).toContainText('Change undone');
  await promised('Replies within 3 hours, 8am to 10pm, 7 days a week.');
});
