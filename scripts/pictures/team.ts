import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { spawnPortal, untilHealthy, type Portal } from '../../server/testing/spawn-portal.ts';
import { THEMES, type Camera, type Shot, type Theme } from './camera.ts';
import { emptyDay, fullDay, whereItIsAfternoon } from './team-day.ts';
import { ADMINISTRATOR, CLINICIAN, COACH, COLLEAGUE, type Scene } from './team-scenes.ts';

const WIDTHS = [1280, 1024, 390];
const KEPT_WIDTHS = new Set([1280, 390]);
const SCALE = 0.5;
/** Keeps the top of a long record. */
const TALLEST = 1800;
/** Long, because no one waits for a picture. */
const START_TIMEOUT_MS = 180_000;

/** The pictures kept in docs/pictures: scenes by name, each wide and narrow. */
const KEPT: Record<string, { scene: string; theme: Theme }> = {
  'team-today-light': { scene: 'coach-today', theme: 'light' },
  'team-today-dark': { scene: 'coach-today', theme: 'dark' },
  'team-patients-light': { scene: 'coach-patients-chosen', theme: 'light' },
  'team-record-light': { scene: 'clinician-record', theme: 'light' },
  'team-record-dark': { scene: 'clinician-record', theme: 'dark' },
  'team-note-light': { scene: 'clinician-note-preview', theme: 'light' },
  'team-administrator-light': { scene: 'administrator-patients', theme: 'light' },
  'team-calendar-light': { scene: 'administrator-calendar-four-people', theme: 'light' },
  'team-calendar-dark': { scene: 'administrator-calendar-four-people', theme: 'dark' },
  'team-week-light': { scene: 'coach-calendar-week', theme: 'light' },
  'team-call-light': { scene: 'coach-call', theme: 'light' },
};

/**
 * The workspace as a coach, a clinician and an administrator see it, on a day with something of everything: every scene at three
 * widths and in both themes, in a folder of its own, and a few of them in docs/pictures. `-- team today` takes those alone whose name has the word.
 */
export async function pictureTeam(camera: Camera, only = ''): Promise<void> {
  const portal = await spawnPortal({ env: { CLINIC_TIME_ZONE: whereItIsAfternoon() }, untilReady: false });
  await untilHealthy(portal, START_TIMEOUT_MS);
  const folder = await mkdtemp(join(tmpdir(), 'bea-team-pictures-'));
  console.log(folder);
  try {
    await emptyDay(portal);
    await pictureAs(camera, COLLEAGUE, (take) => take(COLLEAGUE.scenes));
    await fullDay(portal);
    for (const person of [COACH, CLINICIAN, ADMINISTRATOR])
      await pictureAs(camera, person, (take) => take(person.scenes));
  } finally {
    await portal.remove();
  }

  /** In one browser that stays signed in, because only one copy of a session can be renewed. */
  async function pictureAs(
    { browser, keep }: Camera,
    { email }: { email: string },
    work: (take: (scenes: Record<string, Scene>) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const context = await browser.newContext({
      baseURL: portal.url,
      // With reduced motion everything changes a frame late, so a chart was drawn for the previous size.
      reducedMotion: 'no-preference',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await signIn(page, portal, email);
    await work(async (scenes) => {
      for (const [name, show] of Object.entries(scenes)) {
        if (!name.includes(only)) continue;
        const shots = await pictureScene(page, show, (shot, look) =>
          writeFile(join(folder, `${name}-${look}.png`), shot.png),
        );
        for (const [kept, { scene, theme }] of Object.entries(KEPT))
          if (scene === name)
            await keep(kept, theme, [shots[theme].filter((shot) => KEPT_WIDTHS.has(shot.width))], SCALE);
      }
    });
    await context.close();
  }
}

async function pictureScene(
  page: Page,
  show: Scene,
  save: (shot: Shot, look: string) => Promise<void>,
): Promise<Record<Theme, Shot[]>> {
  const shots: Record<Theme, Shot[]> = { light: [], dark: [] };
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 640 ? 844 : 800 });
    await show(page);
    for (const theme of THEMES) {
      const shot = { width, png: await screenshot(page, theme), tallest: TALLEST };
      shots[theme].push(shot);
      await save(shot, `${width}-${theme}`);
    }
  }
  return shots;
}

/** Doesn't wait for the network to be idle, because the team's pages keep polling. */
async function screenshot(page: Page, theme: Theme): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: theme });
  await page.mouse.move(0, 0); // nothing lies under the pointer
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished),
    );
  });
  await page.evaluate(() => scrollTo(0, 0));
  const isCovered = await page.getByRole('dialog').first().isVisible();
  return page.screenshot({ fullPage: !isCovered });
}

async function signIn(page: Page, { url }: Portal, email: string): Promise<void> {
  await page.goto('/team/sign-in');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Verification code').waitFor();
  await page.getByLabel('Verification code').fill(await codeFor(url, email, 'email'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code from your app').fill(await codeFor(url, email, 'authenticator'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
}

/** Waits for the newest code. */
async function codeFor(url: string, email: string, channel: 'email' | 'authenticator'): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    const mails = (await (await fetch(`${url}/dev/mailbox.json?to=${email}`)).json()) as {
      channel: string;
      code: string | null;
    }[];
    const found = mails.find((mail) => mail.channel === channel && mail.code !== null);
    if (found) return found.code!;
    await new Promise((again) => setTimeout(again, 100));
  }
  throw new Error(`No code for ${email} by ${channel}`);
}
