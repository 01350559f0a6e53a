import { clinicOf, type Clinic } from '../e2e/support/fixtures.ts';
import { spawnPortal, type Portal } from '../server/testing/spawn-portal.ts';
import { openCamera, THEMES, type Camera, type Look, type Shot } from './pictures/camera.ts';
import { pictureFirstDay } from './pictures/first-day.ts';
import { openGallery } from './pictures/gallery.ts';
import { pictureMessages } from './pictures/messages.ts';
import { pictureOutcomes } from './pictures/outcomes.ts';
import { pictureTeam } from './pictures/team.ts';
import { picturePages } from './pictures/pages.ts';
import { pictureNextStep } from './pictures/next-step.ts';
import {
  booking,
  EMAILS,
  home,
  openShell,
  overview,
  plan,
  sessionOf,
  shell,
  signInScreen,
} from './pictures/portal.ts';

/**
 * `npm run pictures` takes all of docs/pictures: every primitive, open and closed, and the shell, in three widths and both themes;
 * Home and Overview of every demo sign-in; and these sets, each of which can be taken alone (`-- tour`).
 */
const SETS: Record<string, (camera: Camera) => Promise<void>> = {
  /** The README's. */
  tour: (camera) => atDemo((portal) => pictureTour(camera, portal)),
  /** For docs/next-step.md. */
  'next-step': (camera) => atDemo((portal) => pictureNextStep(camera, portal)),
  /** On both sides. */
  messages: (camera) => atDemo((portal) => pictureMessages(camera, portal)),
  /** The handbook's. */
  'first-day': pictureFirstDay,
  /** The workspace; one of its parts with `-- team NAME`. */
  team: (camera) => pictureTeam(camera, more[0]),
};
/** Only for looking at, in folders whose names are printed. */
const LOOKED_AT: typeof SETS = {
  /** Those whose names start like this, with `-- outcomes NAME`. */
  outcomes: (camera) => pictureOutcomes(camera, more[0]),
  /** Every page in every width, theme and size of text; some of them with `-- pages 768-light 390-200%-dark`. */
  pages: () => atDemo((portal) => picturePages(portal, more)),
};

const [wanted, ...more] = process.argv.slice(2);
const WIDTHS = [390, 768, 1280];
const PHONE_AND_DESK = [390, 1280];
const SHELL_OF = 'cycle2@example.com';

async function main(): Promise<void> {
  const take = wanted === undefined ? takeAll : { ...SETS, ...LOOKED_AT }[wanted];
  if (!take) throw new Error(`There is no set "${wanted}".`);
  const camera = await openCamera();
  try {
    await take(camera);
  } finally {
    await camera.close();
  }
}

async function takeAll(camera: Camera): Promise<void> {
  const began = Date.now();
  await atDemo(async (portal) => {
    await pictureGallery(camera, portal);
    for (const email of EMAILS) await picturePatient(camera, portal, email);
  });
  for (const take of Object.values(SETS)) await take(camera);
  await camera.forgetOld(began);
}

async function atDemo(take: (portal: Clinic) => Promise<void>): Promise<void> {
  const portal = clinicOf(await spawnPortal());
  try {
    await take(portal);
  } finally {
    await portal.remove();
  }
}

async function pictureGallery({ take, keep }: Camera, portal: Portal): Promise<void> {
  const gallery = await openGallery(portal);
  for (const theme of THEMES) {
    const look = { theme };
    for (const { name, show } of gallery.parts)
      await keep(`gallery-${name}-${theme}`, theme, [await inEach(WIDTHS, look, (each) => take(each, show))]);
    const opened: Shot[][] = [];
    for (const show of gallery.opened) opened.push(await inEach(WIDTHS, look, (each) => take(each, show)));
    await keep(`gallery-open-${theme}`, theme, opened);
  }
  await gallery.close();
}

/** The README's first pictures show what patients see, on a phone. */
async function pictureTour(camera: Camera, portal: Portal): Promise<void> {
  const session = await sessionOf(camera, portal, SHELL_OF);
  const tour = { 'sign-in': signInScreen, home: shell, plan, booking };
  for (const theme of THEMES) {
    for (const [name, show] of Object.entries(tour)) {
      const look = { theme, width: 390, ...(name !== 'sign-in' && { session }) };
      const shot = await camera.take(look, (page) => show(page, portal));
      await camera.keep(`tour-${name}-${theme}`, theme, [[shot]], 1);
    }
  }
}

async function picturePatient(camera: Camera, portal: Portal, email: string): Promise<void> {
  const { take, keep } = camera;
  const session = await sessionOf(camera, portal, email);
  const looks = { theme: 'light', session } as const;
  const pages = [];
  for (const show of [home, overview])
    pages.push(...(await inEach(PHONE_AND_DESK, looks, (look) => take(look, (page) => show(page, portal)))));
  await keep(`journey-${email.split('@')[0]}`, 'light', [pages]);
  if (email !== SHELL_OF) return;
  for (const theme of THEMES) {
    const rows = [];
    for (const show of [shell, openShell])
      rows.push(await inEach(WIDTHS, { theme, session }, (look) => take(look, (page) => show(page, portal))));
    await keep(`shell-${theme}`, theme, rows);
  }
}

/** One at a time, because a browser renders several pages slowly. */
async function inEach(
  widths: number[],
  look: Omit<Look, 'width'>,
  take: (look: Look) => Promise<Shot>,
): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const width of widths) shots.push(await take({ ...look, width }));
  return shots;
}

await main();
