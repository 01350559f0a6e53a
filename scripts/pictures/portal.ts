import type { Page } from '@playwright/test';
import { DEMO_PATIENTS } from '../../server/demo/patients.ts';
import type { Portal } from '../../server/testing/spawn-portal.ts';
import type { Camera, Session } from './camera.ts';
import { settled } from './settled.ts';

export const EMAILS = DEMO_PATIENTS.map(({ email }) => email);

/** Signs in like a patient, and goes through consent and walkthrough if they are still open. */
export async function sessionOf({ browser }: Camera, { url }: Portal, email: string): Promise<Session> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const press = (name: string) => page.getByRole('button', { name }).click();
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email address').fill(email);
  await press('Send Verification Code');
  const code = page.getByLabel('Verification code');
  await code.waitFor();
  const [mail] = (await (await fetch(`${url}/dev/mailbox.json?to=${email}`)).json()) as { code: string }[];
  await code.fill(mail!.code);
  const consent = page.getByRole('heading', { name: 'Privacy and Data Usage' });
  await consent.or(page.getByRole('heading', { name: 'Test Results' })).waitFor();
  if (await consent.isVisible()) {
    for (const words of [/privacy policy/i, /transcripts/i])
      await page.getByRole('checkbox', { name: words }).check();
    await press('Accept and Continue');
    for (let step = 1; step < 7; step += 1) await press('Next');
    await press('Continue to Home');
    await page.waitForURL(/\/home$/);
  }
  const session = await context.storageState();
  await context.close();
  return session;
}

export async function signInScreen(page: Page, { url }: Portal): Promise<Buffer> {
  await page.goto(`${url}/auth`);
  await page.getByLabel('Email address').waitFor();
  await settled(page);
  return page.screenshot();
}

export async function home(page: Page, portal: Portal): Promise<Buffer> {
  await openHome(page, portal);
  return page.screenshot({ fullPage: true });
}

export async function overview(page: Page, portal: Portal): Promise<Buffer> {
  await openOverview(page, portal);
  return page.screenshot({ fullPage: true });
}

export async function plan(page: Page, portal: Portal): Promise<Buffer> {
  await openOverview(page, portal);
  return page.screenshot();
}

async function openOverview(page: Page, { url }: Portal): Promise<void> {
  await page.goto(`${url}/overview`);
  await page.getByRole('button', { name: /STAGE 1 -/ }).waitFor();
  await settled(page);
}

export async function booking(page: Page, { url }: Portal): Promise<Buffer> {
  await page.goto(`${url}/schedule?appointmentType=clinical-coach-support-call`);
  const slot = page.getByRole('button', { name: /\d+:\d\d [ap]m/ }).first();
  const next = page.getByRole('button', { name: 'Next available' });
  await slot.or(next).first().waitFor();
  if (!(await slot.isVisible())) await next.click();
  await slot.waitFor();
  await settled(page);
  return page.screenshot();
}

export async function shell(page: Page, portal: Portal): Promise<Buffer> {
  await openHome(page, portal);
  return page.screenshot();
}

/** The sheet, if there is one; otherwise the top bar's menu. */
export async function openShell(page: Page, portal: Portal): Promise<Buffer> {
  await openHome(page, portal);
  const sheet = page.getByRole('button', { name: 'Open menu' });
  if (await sheet.isVisible()) await sheet.click();
  else await page.getByRole('button', { name: 'Log test result' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).or(page.getByRole('menu')).waitFor();
  await settled(page);
  return page.screenshot();
}

async function openHome(page: Page, { url }: Portal): Promise<void> {
  await page.goto(`${url}/home`);
  await page.getByRole('heading', { name: 'Test Results' }).waitFor();
  await settled(page);
}
