import type { Page } from '@playwright/test';
import { ZONE } from '../../e2e/support/cycle-steps.ts';
import type { Clinic } from '../../e2e/support/fixtures.ts';
import { sessionOf as sessionFor } from '../../e2e/support/session-steps.ts';
import type { Portal } from '../../server/testing/spawn-portal.ts';
import { THEMES, type Camera, type Session, type Shot } from './camera.ts';
import { MOMENTS } from './moments.ts';
import { EMAILS, sessionOf } from './portal.ts';
import { settled } from './settled.ts';

const PHONES_A_ROW = 6;
const DESKS_A_ROW = 3;
const SMALL = 0.4;
const MOMENTS_A_ROW = 7;
/** The greeting and Today's sentence. */
const TOP = { x: 0, y: 0, width: 390, height: 400 };

/**
 * For docs/next-step.md: moments of a patient's life, Home of every demo patient, and what is pinned on other
 * pages.
 */
export async function pictureNextStep(camera: Camera, portal: Clinic): Promise<void> {
  await pictureMoments(camera, portal);
  const sessions: Session[] = [];
  for (const email of EMAILS) sessions.push(await sessionOf(camera, portal, email));
  for (const theme of THEMES) {
    const phones: Shot[] = [];
    for (const session of sessions)
      phones.push(await camera.take({ theme, width: 390, session }, (page) => homeAtFirst(page, portal)));
    await camera.keep(`next-step-phone-${theme}`, theme, rowsOf(phones, PHONES_A_ROW), SMALL);
  }
  const desks: Shot[] = [];
  for (const session of sessions)
    desks.push(
      await camera.take({ theme: 'light', width: 1280, session }, (page) => homeAtFirst(page, portal)),
    );
  await camera.keep('next-step-desk-light', 'light', rowsOf(desks, DESKS_A_ROW), SMALL);
  await picturePinned(camera, portal, sessions);
}

async function pictureMoments(camera: Camera, clinic: Clinic): Promise<void> {
  const shots: Shot[] = [];
  for (const [name, says, ...facts] of MOMENTS) {
    const email = await clinic.patient();
    for (const add of facts) await add(clinic, email);
    const value = JSON.stringify(await sessionFor(clinic, email));
    const localStorage = [{ name: 'sb-localhost-auth-token', value }];
    const session: Session = { cookies: [], origins: [{ origin: clinic.url, localStorage }] };
    const look = { theme: 'light', width: TOP.width, session, zone: ZONE } as const;
    shots.push({ ...(await camera.take(look, (page) => momentAtFirst(page, clinic, says))), caption: name });
  }
  await camera.keep('next-step-moments-light', 'light', rowsOf(shots, MOMENTS_A_ROW), SMALL);
}

async function picturePinned(camera: Camera, portal: Portal, sessions: Session[]): Promise<void> {
  const calling = sessions[EMAILS.indexOf('calling@example.com')]!;
  const treated = sessions[EMAILS.indexOf('stage3@example.com')]!;
  const look = { theme: 'light', width: 390 } as const;
  const pinned: Shot[] = [
    await camera.take({ ...look, session: calling }, (page) => pinnedOn(page, portal, null)),
    await camera.take({ ...look, session: treated }, (page) => pinnedOn(page, portal, 90)),
    await camera.take({ ...look, session: treated }, (page) => pinnedOn(page, portal, 310)),
  ];
  await camera.keep('next-step-pinned-light', 'light', [pinned], SMALL);
}

async function momentAtFirst(page: Page, portal: Portal, says: string): Promise<Buffer> {
  await homeAtFirst(page, portal);
  // Other devices' timers load after the first screen.
  await page.getByRole('region', { name: 'Today' }).getByText(says).waitFor();
  return page.screenshot({ clip: TOP });
}

async function homeAtFirst(page: Page, { url }: Portal): Promise<Buffer> {
  await page.goto(`${url}/home`);
  await page.getByRole('region', { name: 'Today' }).waitFor();
  await page.getByRole('heading', { name: 'Test Results' }).waitFor();
  await settled(page);
  return page.screenshot();
}

/** With a cap that went in this many minutes ago on this device, or without one. */
async function pinnedOn(page: Page, { url }: Portal, capMinutesAgo: number | null): Promise<Buffer> {
  await page.addInitScript((minutes) => {
    const session = JSON.parse(localStorage.getItem('sb-localhost-auth-token') ?? 'null') as {
      user: { id: string };
    } | null;
    if (minutes === null || !session) return;
    const note = { id: 'picture', action: 'cap-in', at: Date.now() - minutes * 60_000, state: 'refused' };
    localStorage.setItem(`bea-treatment-day:${session.user.id}`, JSON.stringify([note]));
  }, capMinutesAgo);
  await page.goto(`${url}/learn`);
  await page.locator('#pinned aside').waitFor();
  await settled(page);
  return page.screenshot();
}

const rowsOf = (shots: Shot[], size: number): Shot[][] =>
  Array.from({ length: Math.ceil(shots.length / size) }, (_, row) =>
    shots.slice(row * size, (row + 1) * size),
  );
