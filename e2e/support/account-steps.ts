import type { Page } from '@playwright/test';
import { expect, signIn, type Clinic } from './fixtures.ts';

export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A new patient, signed in, on My Account. */
export async function openAccount(page: Page, clinic: Clinic, first: string): Promise<string> {
  const email = await clinic.patient(first);
  await signIn(page, clinic, email);
  await page.goto(`${clinic.url}/account`);
  await expect(card(page, 'Your data')).toBeVisible();
  return email;
}

/** The digits in the newest email about deleting the account. */
export async function leavingCode(clinic: Clinic, email: string): Promise<string> {
  const newest = async () =>
    (await clinic.mail(email)).find(({ subject }) => subject === 'Your confirmation code');
  await expect.poll(newest).toBeDefined();
  return /^\d{6}$/m.exec((await newest())!.text)![0];
}
