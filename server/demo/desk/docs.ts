import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { raw } from 'hono/html';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { shell } from './shell.ts';

const DOCS = join(import.meta.dirname, '../../../docs');

/** Never serves a file outside the docs folder. */
async function readDoc(path: string): Promise<Buffer | null> {
  const file = join(DOCS, path);
  return file.startsWith(DOCS + sep) ? readFile(file).catch(() => null) : null;
}

export const docPicture = async (path: string): Promise<Uint8Array<ArrayBuffer> | null> => {
  const picture = await readDoc(path);
  return picture && new Uint8Array(picture);
};

/** Shows a page of docs/, such as the handbook, to someone without an editor. */
export async function docPage(path: string) {
  const text = await readDoc(path);
  if (!text) return null;
  const words = text.toString('utf8');
  const title = /^# (.+)$/m.exec(words)?.[1] ?? path;
  const body = micromark(words, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return shell(title, raw(`<div class="doc">${body}</div>`));
}
