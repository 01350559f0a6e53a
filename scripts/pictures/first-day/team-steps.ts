import type { Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import type { Invited } from './commands.ts';
import { SITE } from './deployment.ts';
import type { Mailbox } from './mailbox.ts';
import { ROBIN } from './patient-steps.ts';

const nothing = async () => {};

export async function signIn(
  page: Page,
  { codeFor }: Mailbox,
  { email, setUpCode }: Invited,
  shown = nothing,
): Promise<void> {
  await page.goto(`${SITE}/team`);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Verification code').waitFor();
  await page.getByLabel('Verification code').fill(await codeFor(email));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  await shown();
  const key = (await page.getByText('Or enter this key there:').locator('+ p').innerText()).replaceAll(
    /\s/g,
    '',
  );
  await page.getByLabel('Setup code').fill(setUpCode);
  await page.getByLabel('Code from your app').fill(new TOTP({ secret: key }).generate());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
}

export async function invite(
  page: Page,
  name: string,
  email: string,
  role: string,
  shown = nothing,
): Promise<Invited> {
  await page.getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' });
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel(new RegExp(`^${role}`)).check();
  await shown();
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const setUpDialog = page.getByRole('dialog', { name: `Setup code for ${name}` });
  await setUpDialog.waitFor();
  const setUpCode = /\b[0-9A-Z]{5}-?[0-9A-Z]{5}\b/.exec(await setUpDialog.innerText())![0];
  await setUpDialog.getByRole('button', { name: 'Done' }).click();
  return { email, setUpCode };
}

export async function chooseCalls(page: Page, name: string, calls: string[], shown = nothing): Promise<void> {
  const acts = page.getByRole('group', { name: `Actions for ${name}` });
  await acts.getByRole('button', { name: /^Calls/ }).click();
  const dialog = page.getByRole('dialog', { name: `${name}’s calls` });
  for (const call of calls) await dialog.getByLabel(call).check();
  await shown();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

export async function setHours(page: Page, name: string, shown = nothing): Promise<void> {
  await page.getByLabel('Person').selectOption({ label: name });
  await page.getByText(`${name} has no hours yet`).waitFor();
  await page.getByRole('button', { name: 'Hours' }).click();
  const dialog = page.getByRole('dialog', { name: `${name}’s hours` });
  for (const weekday of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await dialog.getByRole('button', { name: `Add hours on ${weekday}` }).click();
  await shown();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
}

export async function invitePatient(page: Page, shown: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a patient' });
  await dialog.getByLabel('Email').fill(ROBIN);
  await dialog.getByLabel('First name').fill('Robin');
  await dialog.getByLabel('Last name').fill('Castellano');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(/Email sent/).waitFor();
  await shown();
}

/** It may be next week's. */
export async function findCall(page: Page): Promise<void> {
  const week = page.getByRole('list', { name: 'The week' });
  await week.waitFor();
  const call = week.getByText('Robin Castellano');
  if (!(await call.isVisible())) await page.getByRole('button', { name: 'Next' }).click();
  await call.waitFor();
}
