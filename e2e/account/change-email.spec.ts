import { expectAccessible } from '../support/accessibility-checks.ts';
import { openAccount } from '../support/account-steps.ts';
import { answers, inFrontOf } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test, type Clinic } from '../support/fixtures.ts';

const WRONG = 'That code is wrong or has expired.';
const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** As if the minute between two emails to this address were over. */
const letMinutePass = async (clinic: Clinic, email: string): Promise<void> => {
  await clinic.sql(
    `update portal_server.sign_in_codes set sent_at = sent_at - interval '1 minute' where email = $1`,
    [email],
  );
  await clinic.sql(
    `update auth.users set email_change_sent_at = email_change_sent_at - interval '1 minute'
     where email = $1 and email_change = ''`,
    [email],
  );
};

/** As if the codes for a new address had been sent a minute ago, without using up a try. */
const letCodesAge = async (clinic: Clinic, email: string): Promise<void> => {
  // In one statement, so that the trigger is never left disabled.
  await clinic.sql(`do $$ begin
    alter table auth.users disable trigger begin_email_change;
    update auth.users set email_change_sent_at = email_change_sent_at - interval '1 minute' where email = '${email}';
    alter table auth.users enable trigger begin_email_change;
  end $$`);
};

test('changing the email address: two codes, an error next to the field for a wrong one, every other session ended', async ({
  page,
  browser,
  clinic,
}) => {
  const email = await openAccount(page, clinic, 'Moira');
  const next = `new-${email}`;
  await letMinutePass(clinic, email);
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, clinic, email);
  await elsewhere.goto(`${clinic.url}/account`);
  await expect(elsewhere.getByRole('button', { name: 'Change email address' })).toBeVisible();

  const open = page.getByRole('button', { name: 'Change email address' });
  const dialog = page.getByRole('dialog');
  await open.click();
  const address = dialog.getByLabel('New email address');
  await expect(address).toBeFocused();
  await dialog.getByRole('button', { name: 'Send codes' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await address.fill(email);
  await dialog.getByRole('button', { name: 'Send codes' }).click();
  await expect(dialog.getByText('This address cannot be used.')).toBeVisible();
  await expectAccessible(page);
  await address.fill(next);
  await dialog.getByRole('button', { name: 'Send codes' }).click();

  const [current, fresh] = [
    dialog.getByLabel('Code sent to your current address'),
    dialog.getByLabel('Code sent to your new address'),
  ];
  await expect(current).toBeFocused();
  // Leaving to read the email keeps the fields, whatever closed them in the meantime.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await open.click();
  await expect(current).toBeVisible();
  await page.reload();
  await open.click();
  await expect(current).toBeVisible();
  const code = { current: await clinic.code(email), next: await clinic.code(next) };
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('Please enter the 6-digit code')).toHaveCount(2);
  await current.fill(code.current);
  await fresh.fill(anotherCode(code.next));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText(WRONG)).toHaveCount(1);
  await expect(fresh).toHaveAccessibleDescription(WRONG);
  await expect(fresh).toBeFocused();
  await expect(current).toHaveValue(code.current);
  await expectAccessible(page);
  await fresh.fill(code.next);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Your email address has changed.', '');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  await expect(page.getByRole('definition').filter({ hasText: next })).toBeVisible();
  await expect(page).toHaveURL(/\/account$/);

  // Both mailboxes and the patient's own log are notified.
  for (const mailbox of [email, next]) {
    const subjects = async () => (await clinic.mail(mailbox)).map(({ subject }) => subject);
    await expect.poll(subjects).toContain('Your email address has changed');
  }
  await page.getByRole('button', { name: 'Who opened my record' }).click();
  await expect(page.getByText('You changed your email address')).toBeVisible();

  // This session continues, and the other one is over.
  await page.reload();
  await expect(page.getByRole('definition').filter({ hasText: next })).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/auth\b/);
  await elsewhere.getByLabel('Email address').fill(email);
  await elsewhere.getByRole('button', { name: 'Send Verification Code' }).click();
  await expectToast(elsewhere, 'Unauthorized Email', 'This email is not authorized');
  await signIn(elsewhere, clinic, next);
  await elsewhere.goto(`${clinic.url}/account`);
  await expect(elsewhere.getByRole('definition').filter({ hasText: next })).toBeVisible();
  await elsewhere.context().close();
});

test('a canceled change leaves everything as it was, and its codes open nothing @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await openAccount(page, clinic, 'Wanda');
  const next = `new-${email}`;
  const open = page.getByRole('button', { name: 'Change email address' });
  const dialog = page.getByRole('dialog');
  await open.click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();

  await open.click();
  await dialog.getByLabel('New email address').fill(next);
  await dialog.getByRole('button', { name: 'Send codes' }).click();
  await expect(dialog.getByLabel('Code sent to your current address')).toBeFocused();
  await dialog.getByLabel('Code sent to your current address').fill(await clinic.code(email));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible();
  const pending = async () =>
    (await clinic.sql('select email_change from auth.users where email = $1', [email]))[0];
  await expect.poll(pending).toEqual({ email_change: '' });

  // No new codes within the minute; the field says so.
  await open.click();
  await expect(dialog.getByLabel('New email address')).toHaveValue('');
  await dialog.getByLabel('New email address').fill(next);
  await dialog.getByRole('button', { name: 'Send codes' }).click();
  await expect(dialog.getByText(/^Too many attempts\. Please try again in \d+ seconds\.$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await letMinutePass(clinic, email);
  const taken = await clinic.invite('Other');
  await open.click();
  await dialog.getByLabel('New email address').fill(taken);
  await dialog.getByRole('button', { name: 'Send codes' }).click();
  await expect(dialog.getByText('This address cannot be used.')).toBeVisible();
  await expect(dialog.getByLabel('New email address')).toBeFocused();
});

test('codes that did not arrive are sent again after a minute, and the first ones open nothing @long', async ({
  page,
  clinic,
}) => {
  const email = await openAccount(page, clinic, 'Renata');
  const next = `new-${email}`;
  const dialog = page.getByRole('dialog');
  await page.clock.install();
  await page.getByRole('button', { name: 'Change email address' }).click();
  await dialog.getByLabel('New email address').fill(next);
  await dialog.getByRole('button', { name: 'Send codes' }).click();
  const [current, fresh] = [
    dialog.getByLabel('Code sent to your current address'),
    dialog.getByLabel('Code sent to your new address'),
  ];
  await expect(current).toBeFocused();
  const first = await clinic.code(next);
  const again = dialog.getByRole('button', { name: 'Send new codes' });
  await again.click();
  await expect(dialog.getByText(/^Please wait \d+ seconds before asking for new codes\.$/)).toBeVisible();
  await expect(dialog.getByRole('link', { name: 'email Support' })).toHaveAttribute('href', /^mailto:/);
  await expectAccessible(page);
  expect(await clinic.mail(next)).toHaveLength(1);

  // A minute later, here and in the database. That is the second of five tries.
  await page.clock.fastForward('01:01');
  await letCodesAge(clinic, email);
  await current.fill('111111');
  await again.click();
  await expectToast(page, 'Codes sent!', 'Check both inboxes for the new codes.');
  await expect(current).toBeFocused();
  await expect(current).toHaveValue('');
  await expect.poll(() => clinic.mail(next)).toHaveLength(2);
  const tries = await clinic.sql(
    'select used from private.email_change_tries join auth.users on id = user_id where email = $1',
    [email],
  );
  expect(tries).toEqual([{ used: 2 }]);

  await current.fill(await clinic.code(email));
  await fresh.fill(first);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(fresh).toHaveAccessibleDescription(WRONG);
  await fresh.fill(await clinic.code(next));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Your email address has changed.', '');
});

test('an address that someone else gets in the meantime cannot be used, and an unreachable server is reported once @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient('Petra');
  let away = '';
  const broken = await inFrontOf(clinic.url, (request, response) =>
    away !== '' && request.url?.startsWith(away) ? answers(away, 500)(request, response) : false,
  );
  await signIn(page, { ...clinic, url: broken.url }, email);
  await page.goto(`${broken.url}/account`);
  const dialog = page.getByRole('dialog');
  const next = `new-${email}`;
  away = '/functions/v1/ask-email-change';
  await page.getByRole('button', { name: 'Change email address' }).click();
  await dialog.getByLabel('New email address').fill(next);
  await dialog.getByRole('button', { name: 'Send codes' }).click();
  await expectToast(page, 'Error', 'Failed to send the codes. Please try again.');
  away = '';
  await dialog.getByRole('button', { name: 'Send codes' }).click();
  await expect(dialog.getByLabel('Code sent to your current address')).toBeFocused();
  await dialog.getByLabel('Code sent to your current address').fill(await clinic.code(email));
  await dialog.getByLabel('Code sent to your new address').fill(await clinic.code(next));
  away = '/auth/v1/verify';
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Error', 'Failed to change your email address. Please try again.');
  await clinic.sql(
    `insert into public.invitations (email, first_name, last_name) values ($1, 'Other', 'Person')`,
    [next],
  );
  away = '';
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('This address cannot be used.')).toBeVisible();
  await expect(dialog.getByLabel('New email address')).toHaveValue(next);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible();
  await broken.close();
});
