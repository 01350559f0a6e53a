import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test';
import { createKeys } from '../../server/auth/keys.ts';
import type { Secrets } from '../../server/settings/settings.ts';
import { expect, signIn, test as base, type Clinic } from './fixtures.ts';

export type Call = { id: string; email: string; room: string };

/** A patient with a call that starts in this many minutes, with a new host or an existing one. */
export async function bookCall(clinic: Clinic, startsIn = 0, host?: string): Promise<Call> {
  const email = await clinic.patient('Robin');
  const [row] = host
    ? await clinic.sql(`select id from public.care_team where email = $1`, [host])
    : await clinic.sql(
        `insert into public.care_team (name, role, email, time_zone)
         values ('Dr. Anneke Lind', 'clinician', gen_random_uuid() || '@clinic.example', 'UTC') returning id`,
      );
  const [call] = await clinic.sql(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select user_id, $2, types.id, times.at, times.at + interval '30 minutes', times.at + interval '30 minutes'
     from public.customers, public.appointment_types as types, (select now() + make_interval(mins => $3) as at) as times
     where customer_email = $1 and slug = 'initial-consultation' returning id, room`,
    [email, row!['id'], startsIn],
  );
  return { id: String(call!['id']), room: String(call!['room']), email };
}

export async function hostLink(clinic: Clinic, { id }: Call, expiresIn = 1_800): Promise<string> {
  const secrets = JSON.parse(await readFile(join(clinic.dataFolder, 'secrets.json'), 'utf8')) as Secrets;
  const exp = Math.floor(Date.now() / 1000) + expiresIn;
  const token = await createKeys(secrets).sign({ role: 'anon', call_id: id, call_sequence: 0, exp });
  return `${clinic.url}/call/${token}`;
}

export const withArguments = (...more: string[]) =>
  base.extend<{ person: () => Promise<Page> }>({
    launchOptions: async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...more] }),
    /** Someone in their own browser. */
    person: async ({ browser }, use) => {
      const contexts: BrowserContext[] = [];
      await use(async () => {
        const context = await newPerson(browser);
        contexts.push(context);
        return context.newPage();
      });
      await Promise.all(contexts.map((context) => context.close()));
    },
  });

// A simulated camera and microphone: a ticking clock and a beeping tone.
export const callTest = withArguments(
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--auto-select-desktop-capture-source=Entire screen',
  // Without a network, two people on this machine can still connect.
  '--allow-loopback-in-peer-connection',
);

const newPerson = (browser: Browser) => browser.newContext({ viewport: { width: 1280, height: 800 } });

export async function joinAsHost(page: Page, clinic: Clinic, call: Call, expiresIn?: number): Promise<void> {
  await page.goto(await hostLink(clinic, call, expiresIn));
  await page.getByRole('button', { name: 'Join call' }).click();
}

export async function joinAsPatient(page: Page, clinic: Clinic, call: Call): Promise<void> {
  await signIn(page, clinic, call.email);
  await page.goto(`${clinic.url}/call/${call.room}`);
  await page.getByRole('button', { name: 'Join call' }).click();
}

/** The picture changes, so the other side's camera arrives live. */
export async function expectMoving(video: Locator): Promise<void> {
  await expect(video).toBeVisible();
  const frame = () =>
    video.evaluate((element: HTMLVideoElement) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
      const pen = canvas.getContext('2d')!;
      pen.drawImage(element, 0, 0, 64, 36);
      return [...pen.getImageData(0, 0, 64, 36).data].join();
    });
  const black = (picture: string) => new Set(picture.split(',')).size <= 2;
  await expect.poll(async () => black(await frame()), { message: 'a picture' }).toBe(false);
  const first = await frame();
  await expect.poll(frame, { message: 'another picture' }).not.toBe(first);
}

export const status = (page: Page) => page.getByRole('main').getByRole('status');
export const tile = (page: Page, name: string) => page.getByLabel(name, { exact: true });
