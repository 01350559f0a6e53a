import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COACH_WELCOME, type WelcomePicture } from '../../domain/copy/coach-welcome.ts';
import { fontFaces } from '../inline-files.ts';

const ART = join(import.meta.dirname, '../../web/public/art');
const SECONDS_PER_SCENE = 4.4;
/** The first and the last scene are longer. */
const SECONDS_AT_THE_ENDS = 1.2;

const scenes = COACH_WELCOME.film.map(({ picture, words }, at, { length }) => ({
  picture,
  words,
  from: at * SECONDS_PER_SCENE + (at > 0 ? SECONDS_AT_THE_ENDS : 0),
  for: SECONDS_PER_SCENE + (at === 0 || at === length - 1 ? SECONDS_AT_THE_ENDS : 0),
}));

export const FILM_SECONDS = scenes.at(-1)!.from + scenes.at(-1)!.for;

/** The film as a page whose animations are its clock. */
export async function filmPage(): Promise<string> {
  const sections = await Promise.all(
    scenes.map(async (scene) => {
      const times = `--from: ${scene.from}s; --for: ${scene.for}s`;
      const lines = scene.words.replaceAll('. ', '.\n');
      return `<section class="scene ${scene.picture}" style="${times}"><div>${await drawing(scene.picture)}</div><p>${lines}</p></section>`;
    }),
  );
  const movements = await readFile(join(import.meta.dirname, 'film.css'), 'utf8');
  return `<!doctype html><html lang="en"><style>${await fontFaces()}${movements}${await dawn()}</style><body>${sections.join('')}</body></html>`;
}

/**
 * Stored in the files, so that a test notices a film that wasn't remade after its words or pictures changed.
 */
export async function filmFingerprint(): Promise<string> {
  const parts = await Promise.all(
    scenes.map(async ({ picture, words }) => words + (await readPicture(picture)).source),
  );
  return `bea-film-${createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 12)}`;
}

/** With unique colors and ids, since all of them are on one page. */
async function drawing(picture: WelcomePicture): Promise<string> {
  const { source, light } = await readPicture(picture);
  return source
    .replace(/<style>[\s\S]*?<\/style>/, '')
    .replace(' id="dark"', ` style="${light}"`)
    .replaceAll(/id="(\w+)"/g, `id="${picture}-$1"`)
    .replaceAll(/url\(#(\w+)\)/g, `url(#${picture}-$1)`);
}

/** The first picture starts in its night colors. */
async function dawn(): Promise<string> {
  const { night } = await readPicture('welcome');
  const names = [...night.matchAll(/(--[\w-]+):/g)].map(([, name]) => name!);
  const colors = names.map(
    (name) => `@property ${name} { syntax: '<color>'; inherits: true; initial-value: black }`,
  );
  return `${colors.join('\n')}\n@keyframes dawn { from { ${night} } }`;
}

async function readPicture(picture: WelcomePicture) {
  const source = await readFile(join(ART, `${picture}.svg`), 'utf8');
  const [, light] = /:root \{([^}]*)\}/.exec(source) ?? [];
  const [, night] = /:root:target \{([^}]*)\}/.exec(source) ?? [];
  if (!light || !night) throw new Error(`${picture}.svg does not have two sets of colors.`);
  return { source, light: light.trim(), night: night.trim() };
}
