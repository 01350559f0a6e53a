import { randomUUID } from 'node:crypto';
import { expect, test as base, type Page } from '@playwright/test';
import { invite as inviteAs } from '../../server/commands/invitations.ts';
import { firstSettings } from '../../domain/clinic/settings.ts';
import { createDatabase, type Database } from '../../server/database/database.ts';
import { runningOn } from '../../server/embedded/lock.ts';
import { urlOfRunning } from '../../server/embedded/postgres.ts';
import { spawnPortal, type Portal } from '../../server/testing/spawn-portal.ts';
import { codesOf, sessionOf } from './session-steps.ts';

type Mail = {
  to: string;
  channel: string;
  subject: string;
  text: string;
  html: string;
  code: string | null;
  sentAt: string;
  attachments: { filename: string; contentType: string; content: string }[];
};

export type Clinic = Portal & {
  /** Invites a new patient and returns their address. */
  invite: (first?: string) => Promise<string>;
  /** A new patient who has consented and finished the walkthrough. */
  patient: (first?: string) => Promise<string>;
  /** Queries the product's database directly. */
  sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
  mail: (to: string) => Promise<Mail[]>;
  /** The newest code emailed to this address. */
  code: (to: string) => Promise<string>;
};

/** A separate server, for tests in which it has to fail. */
export async function openClinic(
  env: NodeJS.ProcessEnv = {},
  place: { dataFolder?: string; port?: number } = {},
): Promise<Clinic> {
  const clinic = clinicOf(await spawnPortal({ env, ...place }));
  // The copied data comes from a first start, and includes the demo clinic's settings.
  const own = firstSettings((name) => env[name]);
  if (Object.keys(own).length === 0) return clinic;
  await clinic.sql(`delete from public.clinic_settings where name <> 'clinicTimeZone'`);
  for (const setting of Object.entries(own))
    await clinic.sql(
      `insert into public.clinic_settings (name, value) values ($1, $2)
       on conflict (name) do update set value = excluded.value`,
      setting,
    );
  return clinic;
}

export function clinicOf(portal: Portal): Clinic {
  const mail = async (to: string) =>
    (await (await fetch(`${portal.url}/dev/mailbox.json?to=${encodeURIComponent(to)}`)).json()) as Mail[];
  let opened: Promise<Database> | undefined;
  const database = () => (opened ??= databaseOf(portal));
  const sql: Clinic['sql'] = async (text, values) => (await (await database()).query(text, values)).rows;
  const invite: Clinic['invite'] = async (first = 'Robin') => {
    const email = `${first.toLowerCase()}-${randomUUID().slice(0, 8)}@example.com`;
    const { refused } = await inviteAs(await database(), { email, first, last: 'Castellano' }, email);
    expect(refused).toEqual([]);
    return email;
  };
  return {
    ...portal,
    remove: async () => {
      await (await opened)?.end();
      await portal.remove();
    },
    mail,
    sql,
    invite,
    patient: async (first) => {
      const email = await invite(first);
      await sql('insert into auth.users (email, email_confirmed_at) values ($1, now())', [email]);
      await sql(
        `update public.customers set privacy_policy_accepted = true, data_usage_consent = true, onboarding_completed = true
         where customer_email = $1`,
        [email],
      );
      return email;
    },
    code: async (to) => {
      await expect
        .poll(async () => (await codesOf({ mail }, to))[0], { message: `a code for ${to}` })
        .toMatch(/^\d{6}$/);
      return (await codesOf({ mail }, to))[0]!;
    },
  };
}

async function databaseOf({ dataFolder }: Portal): Promise<Database> {
  const running = await runningOn(dataFolder);
  return createDatabase(await urlOfRunning(dataFolder, running!.socketFolder!), { connections: 1 });
}

export const test = base.extend<{ signIn: (email: string) => Promise<void> }, { clinic: Clinic }>({
  clinic: [
    async ({}, use) => {
      const clinic = await openClinic();
      await use(clinic);
      await clinic.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ clinic }, use) => use(clinic.url),
  signIn: async ({ page, clinic }, use) => use((email) => signIn(page, clinic, email)),
});

/**
 * Someone who signed in on this device before: a session from the server, stored where the portal keeps it,
 * with a page open.
 */
export async function signIn(page: Page, clinic: Clinic, email: string): Promise<void> {
  const session = JSON.stringify(await sessionOf(clinic, email));
  await page.goto(`${clinic.url}/config.json`); // the portal's origin without its code
  await page.evaluate((value) => localStorage.setItem('sb-localhost-auth-token', value), session);
  await page.goto(`${clinic.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Signs in like a patient: address, email, code. */
export async function signInOnScreen(page: Page, clinic: Clinic, email: string): Promise<void> {
  await page.goto(`${clinic.url}/auth`);
  await enterCode(page, clinic, email);
}

/** The same on a page that asks for it. Six digits submit automatically. */
export async function enterCode(page: Page, clinic: Clinic, email: string): Promise<void> {
  // An address gets one email a minute, and an earlier code no longer works.
  await clinic.sql(`update portal_server.sign_in_codes set sent_at = '-infinity' where email = $1`, [email]);
  const before = (await codesOf(clinic, email)).length;
  await requestCode(page, email);
  await expect.poll(async () => (await codesOf(clinic, email)).length).toBeGreaterThan(before);
  await page.getByLabel('Verification code').fill(await clinic.code(email));
  await expect(page).not.toHaveURL(/\/auth\b/);
}

export async function askForCode(page: Page, clinic: Clinic, email: string): Promise<void> {
  await page.goto(`${clinic.url}/auth`);
  await requestCode(page, email);
}

async function requestCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await expect(page.getByRole('heading', { name: 'Verification code' })).toBeVisible();
}

/** The only toast on the screen, by its exact title and text. */
export async function expectToast(page: Page, title: string, words: string): Promise<void> {
  const toast = page.getByTestId('toast');
  await expect(toast).toHaveCount(1);
  await expect(toast).toContainText(title);
  await expect(toast).toContainText(words);
}

export { expect };
