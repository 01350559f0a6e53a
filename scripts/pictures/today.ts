import type { Page } from '@playwright/test';
import type { Portal } from '../../server/testing/spawn-portal.ts';
import { THEMES, type Camera, type Session, type Shot } from './camera.ts';
import { EMAILS, sessionOf } from './portal.ts';
import { settled } from './settled.ts';

const PHONES_A_ROW = 6;
const DESKS_A_ROW = 3;
const SMALL = 0.4;

/** Home of every patient of the demo as it opens, and what is pinned on other pages: for docs/today.md. */
export async function pictureToday(camera: Camera, portal: Portal): Promise<void> {
  const sessions: Session[] = [];
  for (const email of EMAILS) sessions.push(await sessionOf(camera, portal, email));
  for (const theme of THEMES) {
    const phones: Shot[] = [];
    for (const session of sessions)
      phones.push(await camera.take({ theme, width: 390, session }, (page) => homeAtFirst(page, portal)));
    await camera.keep(`today-phone-${theme}`, theme, rowsOf(phones, PHONES_A_ROW), SMALL);
  }
  const desks: Shot[] = [];
  for (const session of sessions)
    desks.push(
      await camera.take({ theme: 'light', width: 1280, session }, (page) => homeAtFirst(page, portal)),
    );
  await camera.keep('today-desk-light', 'light', rowsOf(desks, DESKS_A_ROW), SMALL);
  await picturePinned(camera, portal, sessions);
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
  await camera.keep('today-pinned-light', 'light', [pinned], SMALL);
}

async function homeAtFirst(page: Page, { url }: Portal): Promise<Buffer> {
  await page.goto(`${url}/home`);
  await page.getByRole('region', { name: 'Today' }).waitFor();
  await page.getByRole('heading', { name: 'Test Results' }).waitFor();
  await settled(page);
  return page.screenshot();
}

/** With a cap that went in so many minutes ago, as this device knows it, or without one. */
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
