import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** For pages that a command draws, because those load nothing. */
export const inline = async (path: string, type: string) =>
  `data:${type};base64,${(await readFile(join(ROOT, path))).toString('base64')}`;

const FONTS = [
  ['Fraunces', 'node_modules/@fontsource/fraunces/files/fraunces-latin-500-normal.woff2', '500'],
  ['Figtree', 'node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2', '300 900'],
] as const;

export async function fontFaces(): Promise<string> {
  const faces = await Promise.all(
    FONTS.map(
      async ([family, path, weight]) =>
        `@font-face { font-family: ${family}; font-weight: ${weight}; src: url(${await inline(path, 'font/woff2')}); }`,
    ),
  );
  return faces.join('\n');
}
