import type { Browser, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, signInOnScreen, test, type Clinic } from '../support/fixtures.ts';
import { knownPatient, type Known } from '../support/patient-steps.ts';
import { joinTeam, nextCode } from '../support/team-steps.ts';

const anotherWindow = async (browser: Browser, clinic: Clinic): Promise<Page> =>
  (await browser.newContext({ baseURL: clinic.url })).newPage();

async function ask(page: Page, robin: Known, email: string): Promise<void> {
  await page.goto(`/team/patients/${robin.id}`);
  await page.getByRole('button', { name: 'Change email for patient' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change email for patient' });
  await dialog.getByRole('button', { name: 'Ask a clinician' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await expect(dialog.getByText('Enter how you checked who is asking')).toBeVisible();
  await dialog.getByLabel('New email address').fill(email);
  await dialog.getByLabel('How did you check who is asking?').fill('Called, and compared the date of birth');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Ask a clinician' }).click();
  await expect(dialog).toBeHidden();
}

const changesOf = (page: Page, { name }: Known) =>
  page.getByRole('region', { name: 'Email changes' }).getByRole('listitem').filter({ hasText: name });

const linkIn = async (clinic: Clinic, email: string): Promise<string> => {
  const [mail] = await clinic.sql(
    `select body_text from public.outbox where recipient = $1 and subject = 'Your email address will change'`,
    [email],
  );
  return /\/stop-email-change#\S+/.exec(String(mail!['body_text']))![0];
};

test('a patient who lost their mailbox: an administrator asks, a clinician agrees with a new code, and the old owner stops it by the link', async ({
  page,
  browser,
  clinic,
}) => {
  test.slow();
  const robin = await knownPatient(clinic, 'Robin');
  const [office, workspace] = [await anotherWindow(browser, clinic), await anotherWindow(browser, clinic)];
  await joinTeam(office, clinic, 'administrator');
  const clinician = await joinTeam(workspace, clinic, 'clinician');
  await ask(office, robin, `new-${robin.email}`);

  await workspace.goto('/team');
  const changes = changesOf(workspace, robin);
  const agree = changes.getByRole('button', { name: /^Agree/ });
  await expect(agree).toBeVisible();
  // An unlocked computer: the last code from the app was some time ago.
  await clinic.sql(
    `update auth.mfa_amr_claims set updated_at = now() - interval '6 minutes' from auth.sessions, auth.users
     where session_id = sessions.id and users.id = sessions.user_id and users.email = $1`,
    [clinician.email],
  );
  await agree.click();
  const dialog = workspace.getByRole('dialog', { name: 'Agree' });
  await expect(dialog.getByText(`new-${robin.email}`)).toBeVisible();
  await expect(dialog.getByText('Called, and compared the date of birth')).toBeVisible();
  await dialog.getByRole('button', { name: 'Agree' }).click();
  const code = dialog.getByLabel('Code from your app');
  await expect(code).toBeFocused();
  await code.fill(nextCode(clinician.app));
  await expectAccessible(workspace);
  await dialog.getByRole('button', { name: 'Agree' }).click();
  await expect(dialog).toBeHidden();
  await expect(changes).toContainText('Changes on');

  await signIn(page, clinic, robin.email);
  await page.goto('/account');
  await expect(page.getByRole('region', { name: 'Your email address will change' })).toBeVisible();
  await expectAccessible(page);

  const reader = await anotherWindow(browser, clinic);
  await reader.goto(await linkIn(clinic, robin.email));
  await expectAccessible(reader);
  await reader.getByRole('button', { name: 'Stop the change' }).click();
  await expect(reader.getByRole('heading', { name: 'We’ve stopped the change' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your email address will change' })).toHaveCount(0);
  await workspace.goto('/team');
  await expect(workspace.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(changes).toHaveCount(0);
});

test('after 72 hours the record opens with a code to the new address, and a patient at Home can stop it until then @long', async ({
  page,
  browser,
  clinic,
}) => {
  test.slow();
  const [robin, sam] = [await knownPatient(clinic, 'Robin'), await knownPatient(clinic, 'Sam')];
  const [office, workspace] = [await anotherWindow(browser, clinic), await anotherWindow(browser, clinic)];
  await joinTeam(office, clinic, 'administrator');
  await joinTeam(workspace, clinic, 'clinician');
  for (const patient of [robin, sam]) {
    await ask(office, patient, `new-${patient.email}`);
    await workspace.goto('/team');
    await changesOf(workspace, patient)
      .getByRole('button', { name: /^Agree/ })
      .click();
    await workspace.getByRole('dialog').getByRole('button', { name: 'Agree' }).click();
    await expect(workspace.getByRole('dialog')).toBeHidden();
  }

  await signIn(page, clinic, sam.email);
  await page.goto('/home');
  const notice = page.getByRole('region', { name: 'Your email address will change' });
  await notice.getByRole('button', { name: 'Stop the change' }).click();
  await expect(notice).toHaveCount(0);

  await clinic.sql(
    `update private.email_changes set asked_at = asked_at - interval '72 hours', agreed_at = agreed_at - interval '72 hours',
       changes_at = changes_at - interval '72 hours' where user_id = any ($1)`,
    [[robin.id, sam.id]],
  );
  await clinic.sql('select public.change_due_emails()');
  const own = await anotherWindow(browser, clinic);
  await signInOnScreen(own, clinic, `new-${robin.email}`);
  await own.goto('/account');
  await expect(own.getByText(`new-${robin.email}`).first()).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText(sam.email, { exact: true }).first()).toBeVisible();
});
