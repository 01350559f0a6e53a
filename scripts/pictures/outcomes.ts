import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { localDateTime } from '../../domain/time/local.ts';
import { isNoPlace } from '../../domain/time/place.ts';
import { openClinic, type Clinic } from '../../e2e/support/fixtures.ts';
import { sessionOf } from '../../e2e/support/session-steps.ts';
import { THEMES, type Camera } from './camera.ts';
import { SCENES, type Scene } from './outcome-scenes.ts';
import { settled } from './settled.ts';

const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];
const DAYTIME = 10;
const NIGHT = 3;

/**
 * Every screen of a treatment with detours, of the cycle, the safety check and the treatment day. The three
 * hundred pictures are only for looking at, so they go into a temporary folder whose name is printed. `npm
 * run pictures -- outcomes day` takes one theme, or those whose names start like this.
 */
export async function pictureOutcomes(camera: Camera, beginning = ''): Promise<void> {
  const clinic = await openClinic({ EMERGENCY_NUMBER: '911', CLINIC_PHONE: '+1 555 0100' });
  const folder = join(tmpdir(), 'bea-outcomes');
  await mkdir(folder, { recursive: true });
  console.log(folder);
  const scenes = Object.entries(SCENES).flatMap(([theme, all]) =>
    theme === beginning ? all : all.filter(({ name }) => name.startsWith(beginning)),
  );
  try {
    for (const scene of scenes) await pictureScene(camera, clinic, scene, folder);
  } finally {
    await clinic.remove();
  }
}

/** Opened once and pictured in every way, because a report can't be sent twice. */
async function pictureScene({ browser }: Camera, clinic: Clinic, scene: Scene, folder: string) {
  const email = scene.of ? `${scene.of}@example.com` : await clinic.patient();
  await scene.arrange?.(clinic, email);
  const context = await browser.newContext({
    storageState: await storedSession(clinic, email),
    timezoneId: zoneAt(scene.atNight ? NIGHT : DAYTIME),
    viewport: SIZES[0]!,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await show(page, clinic, scene);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      await fromTheTop(page);
      const path = join(folder, `${scene.name}-${size.width}-${colorScheme}.png`);
      await writeFile(path, await page.screenshot({ fullPage: true }));
    }
  }
  await context.close();
}

async function show(page: Page, { url }: Clinic, { name, path, act, until }: Scene): Promise<void> {
  try {
    await page.goto(`${url}${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await settled(page);
    await act?.(page);
    if (until) await page.getByText(until).first().waitFor();
  } catch (error) {
    throw new Error(`${name} cannot be pictured`, { cause: error });
  }
}

/** On a scrolled page, fixed parts would be in the middle. Changing colors take a moment. */
async function fromTheTop(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.scrollTo(0, 0);
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await Promise.all(document.getAnimations().map((animation) => animation.finished));
  });
}

/** The portal's own format on a device. */
async function storedSession(clinic: Clinic, email: string) {
  const value = JSON.stringify(await sessionOf(clinic, email));
  return {
    cookies: [],
    origins: [{ origin: clinic.url, localStorage: [{ name: 'sb-localhost-auth-token', value }] }],
  };
}

/** A place where it is this hour now. */
const zoneAt = (hour: number): string =>
  Intl.supportedValuesOf('timeZone').find(
    (zone) => !isNoPlace(zone) && Number(localDateTime(Date.now(), zone).slice(11, 13)) === hour,
  )!;
