import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { card, leavingCode, openAccount } from '../support/account-steps.ts';
import { answers, inFrontOf } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test, type Clinic } from '../support/fixtures.ts';

test('deleting: typed, confirmed with a code, undone, and finally done', async ({ page, clinic }) => {
  const email = await openAccount(page, clinic, 'Odile');
  const open = page.getByRole('button', { name: 'Delete my account' });
  const dialog = page.getByRole('dialog');
  await open.click();
  await expect(dialog.getByRole('heading', { name: 'Delete your account?' })).toBeVisible();
  await dialog.getByLabel('Type DELETE to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Send me a code' }).click();
  await expect(dialog.getByText('Please type DELETE to confirm')).toBeVisible();
  await expect(dialog.getByLabel('Type DELETE to confirm')).toBeFocused();
  await dialog.getByRole('button', { name: 'Keep my account' }).click();
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  expect(await clinic.mail(email)).toHaveLength(1);

  await open.click();
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Send me a code' }).click();
  await expect(dialog.getByLabel('Confirmation code')).toBeFocused();
  await expectAccessible(page);
  const code = await leavingCode(clinic, email);
  const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('Please enter the 6-digit code')).toBeVisible();
  await dialog.getByLabel('Confirmation code').fill(other);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('That code is wrong or has expired.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send another code' }).click();
  await expect(dialog.getByText(/^Too many attempts\. Please try again in \d+ seconds\.$/)).toBeVisible();
  await dialog.getByLabel('Confirmation code').fill(code);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog).toBeHidden();

  const banner = card(page, 'Your account will be deleted');
  await expect(
    banner.getByText(/^Your account will be deleted on \w+ \d+, 20\d\d, \d+:\d\d [ap]m Eastern Time\.$/),
  ).toBeVisible();
  await expect(open).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  await expect(banner).toBeVisible();
  const subjects = async () => (await clinic.mail(email)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain('Your account will be deleted');

  await banner.getByRole('button', { name: 'Keep my account' }).click();
  await expectToast(page, 'We’ve kept your account', 'Everything is back to the way it was.');
  await expect(banner).toHaveCount(0);
  await expect(open).toBeVisible();
  await expect.poll(subjects).toContain('We’ve kept your account');

  await endTheirDays(clinic, email);
  await page.reload();
  await expect(banner.getByText('Your account is being deleted.')).toBeVisible();
  await deleteDueAccounts(clinic);
  expect(await accountsOf(clinic, email)).toEqual([]);
  await page.reload();
  await expect(page).toHaveURL(/\/auth$/);
});

test('an account that is due is deleted within a minute, by the server itself @long', async ({
  page,
  clinic,
}) => {
  test.slow();
  const email = await openAccount(page, clinic, 'Odile');
  await endTheirDays(clinic, email);
  await expect.poll(() => accountsOf(clinic, email), { timeout: 75_000 }).toEqual([]);
  await page.reload();
  await expect(page).toHaveURL(/\/auth$/);
});

async function endTheirDays(clinic: Clinic, email: string): Promise<void> {
  await clinic.sql(
    `insert into public.account_deletions (user_id, requested_at, delete_after)
     select user_id, now() - interval '8 days', now() - interval '1 day' from public.customers where customer_email = $1`,
    [email],
  );
}

const accountsOf = (clinic: Clinic, email: string) =>
  clinic.sql('select from auth.users where email = $1', [email]);

/** The server triggers this itself once a minute. */
async function deleteDueAccounts({ url, dataFolder }: Clinic): Promise<void> {
  const { serviceRoleKey } = JSON.parse(await readFile(join(dataFolder, 'secrets.json'), 'utf8')) as {
    serviceRoleKey: string;
  };
  const answer = await fetch(`${url}/functions/v1/delete-due-accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(200);
}

test('a failed deletion step is reported, and can be repeated @long', async ({ page, clinic }) => {
  const email = await clinic.patient('Greta');
  const failing = /^\/functions\/v1\/(request-account-deletion|confirm-account-deletion|keep-account)/;
  let isBroken = true;
  const broken = await inFrontOf(clinic.url, (request, response) => {
    const path = isBroken && failing.exec(request.url ?? '')?.[0];
    return path ? answers(path, 400)(request, response) : false;
  });
  await signIn(page, { ...clinic, url: broken.url }, email);
  await page.goto(`${broken.url}/account`);
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog.getByRole('button', { name: 'Send me a code' }).click();
  await expectToast(page, 'Error', 'Failed to send the code. Please try again.');
  isBroken = false;
  await dialog.getByRole('button', { name: 'Send me a code' }).click();
  const code = await leavingCode(clinic, email);
  isBroken = true;
  await dialog.getByLabel('Confirmation code').fill(code);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expectToast(page, 'Error', 'Failed to confirm. Please try again.');
  await expect(dialog.getByLabel('Confirmation code')).toHaveValue(code);
  isBroken = false;
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  const keep = card(page, 'Your account will be deleted').getByRole('button', { name: 'Keep my account' });
  await expect(keep).toBeVisible();
  isBroken = true;
  await keep.click();
  await expectToast(page, 'Error', 'Failed to keep your account. Please try again.');
  isBroken = false;
  await keep.click();
  await expect(keep).toHaveCount(0);
  await broken.close();
});
