import { expectAccessible } from '../support/accessibility-checks.ts';
import { aHost, callOf, keepCall, mailsTo, takesCalls } from '../support/team-calendar-steps.ts';
import { expect, test } from '../support/fixtures.ts';
import { knownPatient } from '../support/patient-steps.ts';
import { inviteToTeam, joinTeam } from '../support/team-steps.ts';

const named = (first: string) => `${first} ${crypto.randomUUID().slice(0, 4)}`;

test('someone leaves: an administrator deactivates them, and reassigns their calls @long', async ({
  page,
  clinic,
}) => {
  test.slow();
  const ada = await knownPatient(clinic, 'Ada');
  const [from, to] = [named('Sam'), named('Jo')];
  const leaving = await inviteToTeam(clinic, 'coach', { name: from });
  await takesCalls(clinic, leaving.email);
  await aHost(clinic, to);
  await keepCall(clinic, ada, leaving.email, 48);

  await joinTeam(page, clinic, 'administrator');
  await page.getByRole('link', { name: 'People' }).click();
  const row = page.getByRole('listitem').filter({ hasText: from });
  await row.getByRole('button', { name: /^Deactivate/ }).click();
  const dialog = page.getByRole('dialog', { name: `Deactivate ${from}` });
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(row).toContainText('Deactivated');
  // The pressed button is gone, and the keyboard continues in the same row.
  await expect(row).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await expect(row.getByRole('link', { name: /^Upcoming calls/ })).toBeFocused();
  await page.keyboard.press('Enter');

  const waiting = page.getByRole('region', { name: 'Calls that need a new plan' });
  await expect(waiting).toContainText(ada.name);
  await waiting.getByRole('button', { name: 'Reassign' }).click();
  const give = page.getByRole('dialog', { name: 'Reassign' });
  await give.getByLabel('Colleague').selectOption({ label: to });
  await give.getByRole('button', { name: 'Save' }).click();
  await expect(give).toBeHidden();
  await expect(waiting).toBeHidden();
  await expect.poll(() => mailsTo(clinic, ada)).toEqual(['A change to your call']);
  const [call] = await clinic.sql(
    `select to_char(starts_at at time zone 'America/New_York', 'YYYY-MM-DD') as day from public.appointments where user_id = $1`,
    [ada.id],
  );
  await page.goto(`/team/calendar?from=${String(call!['day'])}`);
  await page.getByLabel('Person').selectOption({ label: to });
  await expect(callOf(page, ada)).toBeVisible();
});

test('a clinician resets a colleague’s lost phone, starting from Today @long', async ({ page, clinic }) => {
  const name = named('Sam');
  await inviteToTeam(clinic, 'coach', { name });
  await joinTeam(page, clinic, 'clinician');
  await page.getByRole('link', { name: 'Reset a colleague’s sign-in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveCount(0);
  await page
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: /^Reset sign-in app/ })
    .click();
  await page
    .getByRole('dialog', { name: 'Reset sign-in app' })
    .getByRole('button', { name: 'Reset' })
    .click();
  const setUpDialog = page.getByRole('dialog', { name: `Setup code for ${name}` });
  await expect(setUpDialog).toBeVisible();
  await expectAccessible(page);
  await setUpDialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^Reset sign-in app.*${name}`) })).toBeFocused();
});
