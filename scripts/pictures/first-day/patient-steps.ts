import type { Page } from '@playwright/test';
import { SITE } from './deployment.ts';
import type { Mailbox } from './mailbox.ts';

export const ROBIN = 'robin@example.com';

export async function signInAsPatient(page: Page, { codeFor }: Mailbox): Promise<void> {
  const press = (name: string) => page.getByRole('button', { name }).click();
  await page.goto(SITE);
  await page.getByLabel('Email address').fill(ROBIN);
  await press('Send Verification Code');
  await page.getByLabel('Verification code').fill(await codeFor(ROBIN));
  for (const words of [/privacy policy/i, /transcripts/i])
    await page.getByRole('checkbox', { name: words }).check();
  await press('Accept and Continue');
  for (let step = 1; step < 7; step += 1) await press('Next');
  await press('Continue to Home');
  await page.getByRole('heading', { name: 'Test Results' }).waitFor();
}

export async function bookConsultation(page: Page, shown: () => Promise<void>): Promise<void> {
  await page.getByRole('link', { name: 'Choose a time' }).click();
  const slot = page.getByRole('button', { name: /\d+:\d\d [ap]m/ }).first();
  const next = page.getByRole('button', { name: 'Next available' });
  await slot.or(next).first().waitFor();
  if (!(await slot.isVisible())) await next.click();
  await slot.click();
  await page.getByRole('dialog', { name: 'Book a Call' }).waitFor();
  await shown();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.waitForURL(/\/home$/);
}
