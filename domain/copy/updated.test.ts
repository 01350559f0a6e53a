import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COPY_FINGERPRINT } from './updated.ts';

const ROOT = join(import.meta.dirname, '../..');
// Removes comments first, so that a quote inside one doesn't start a string.
const COMMENT_OR_TEXT =
  /\/\/.*|\/\*[\s\S]*?\*\/|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

test('changing any words for patients requires a new COPY_UPDATED date', async () => {
  const words = [...(await sourcesIn('domain/copy')), ...(await sourcesIn('domain/journey'))].flatMap(
    wordsIn,
  );
  const guides = await textsIn('supabase/guides/text', /\.md$/);
  expect(words.length).toBeGreaterThan(150);
  expect(guides).toHaveLength(3);
  const fingerprint = createHash('sha256')
    .update([...words, ...guides].sort().join('\n'))
    .digest('hex')
    .slice(0, 12);
  expect(
    fingerprint,
    `Words for patients have changed. In domain/copy/updated.ts set COPY_UPDATED to today, so that no clinic vouches for
words that it has not read, and COPY_FINGERPRINT to '${fingerprint}'; then run: npm run guides`,
  ).toBe(COPY_FINGERPRINT);
});

const sourcesIn = (folder: string) => textsIn(folder, /^(?!updated|testing|.*\.test).*\.ts$/);

async function textsIn(folder: string, named: RegExp): Promise<string[]> {
  const files = (await readdir(join(ROOT, folder))).filter((file) => named.test(file));
  return Promise.all(files.map((file) => readFile(join(ROOT, folder, file), 'utf8')));
}

/** Strings for people contain a space or start with a capital letter. Ids do neither. */
const wordsIn = (source: string): string[] =>
  [...source.matchAll(COMMENT_OR_TEXT)]
    .map(([, single, double, template]) => single ?? double ?? template ?? '')
    .filter((text) => /\s|^\p{Lu}/u.test(text));
