import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { TOTP, URI } from 'otpauth';
import { decodeQR } from 'qr/decode.js';
import type { Clinic } from './fixtures.ts';
import { codesOf } from './session-steps.ts';

const STEP_MS = 30_000;
const PHOTO_SIDE = 320;

export type Invited = { email: string; setUpCode: string };
type Who = { name?: string; zone?: string };

/** Invites a team member with the command, which prints the setup code to give them. */
export async function inviteToTeam(
  clinic: Clinic,
  role: 'coach' | 'clinician' | 'administrator',
  { name = 'Noa Lind', zone = 'America/New_York' }: Who = {},
): Promise<Invited> {
  const email = `${role}-${randomUUID().slice(0, 8)}@clinic.example`;
  const { code, printed } = await clinic.command(
    'team',
    '--invite',
    `--email=${email}`,
    `--name=${name}`,
    `--role=${role}`,
    `--time-zone=${zone}`,
  );
  expect(code, printed).toBe(0);
  return { email, setUpCode: /^Setup code: (\S+)$/m.exec(printed)![1]! };
}

/** Enters address and emailed code on a page that asks for them. */
export async function enterMailedCode(
  page: Page,
  clinic: Clinic,
  email: string,
  beforeCode: () => Promise<void> = async () => {},
): Promise<void> {
  // An address gets one email a minute, but stories don't wait for it.
  await clinic.sql(`update portal_server.sign_in_codes set sent_at = '-infinity' where email = $1`, [email]);
  const before = (await codesOf(clinic, email)).length;
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Verification code')).toBeVisible();
  await expect.poll(async () => (await codesOf(clinic, email)).length).toBeGreaterThan(before);
  await beforeCode();
  await page.getByLabel('Verification code').fill(await clinic.code(email));
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** An authenticator app that has scanned the QR code on the screen. */
export async function scan(page: Page): Promise<TOTP> {
  const picture = page.getByRole('img', { name: 'QR code' });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  const reds = await picture.evaluate((image: HTMLImageElement, side) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
    const context = canvas.getContext('2d')!;
    context.drawImage(image, 0, 0, side, side);
    return [...context.getImageData(0, 0, side, side).data].filter((_, at) => at % 4 === 0);
  }, PHOTO_SIDE);
  const data = Uint8ClampedArray.from(reds.flatMap((red) => [red, red, red, 255]));
  const uri = decodeQR({ width: PHOTO_SIDE, height: PHOTO_SIDE, data });
  return URI.parse(uri) as TOTP;
}

/** A code works once. The next one already works, because a phone's clock may be ahead. */
export const codeNow = (app: TOTP): string => app.generate();
export const nextCode = (app: TOTP): string => app.generate({ timestamp: Date.now() + STEP_MS });

/** The first sign-in: sets up an app with the setup code. */
export async function setUpFactor(page: Page, { setUpCode }: Invited): Promise<TOTP> {
  await expect(page.getByRole('heading', { name: 'Set up your second factor' })).toBeVisible();
  const app = await scan(page);
  await page.getByLabel('Setup code').fill(setUpCode);
  await page.getByLabel('Code from your app').fill(codeNow(app));
  await page.getByRole('button', { name: 'Confirm' }).click();
  return app;
}

/** A new team member, signed in. */
export async function joinTeam(
  page: Page,
  clinic: Clinic,
  role: 'coach' | 'clinician' | 'administrator',
  who: Who = {},
): Promise<Invited & { app: TOTP }> {
  const invited = await inviteToTeam(clinic, role, who);
  await page.goto(`${clinic.url}/team`);
  await enterMailedCode(page, clinic, invited.email);
  const app = await setUpFactor(page, invited);
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  return { ...invited, app };
}
