import { card, openAccount } from '../support/account-steps.ts';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, expectToast, test } from '../support/fixtures.ts';
import { giveFingerprint } from '../support/passkeys.ts';

test('a patient adds a passkey, names it, signs in with it, and is signed out where it did when they remove it', async ({
  page,
  clinic,
}) => {
  await giveFingerprint(page);
  const email = await openAccount(page, clinic, 'Petra');
  const passkeys = card(page, 'Passkeys');
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await expectToast(page, 'Passkey added', 'You can use it the next time you sign in.');
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);
  await expect
    .poll(async () => (await clinic.mail(email)).map(({ subject }) => subject))
    .toContain('A passkey was added');

  await passkeys.getByRole('button', { name: 'Rename' }).click();
  await passkeys.getByLabel('Name').fill('My phone');
  await passkeys.getByRole('button', { name: 'Save' }).click();
  await expect(passkeys.getByText('My phone', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/\/home$/);

  await page.goto('/account');
  await expect(passkeys.getByText(/Last used/)).toBeVisible();
  await passkeys.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page).toHaveURL(/\/auth/);
});

test('the browser offers the passkey where the address is typed', async ({ page, clinic }) => {
  await giveFingerprint(page);
  await openAccount(page, clinic, 'Quinn');
  await card(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
  await expect(card(page, 'Passkeys').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await page.getByLabel('Email address').focus();
  await expect(page).toHaveURL(/\/home$/);
});

test('a browser without passkeys offers none', async ({ page, clinic }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
  await openAccount(page, clinic, 'Ruth');
  await expect(page.getByRole('heading', { name: 'Your information' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Send Verification Code' })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
});
