import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { surfacesOf } from '../domain/care-state/surfaces.ts';

const ROOMS = ['domain', 'web/src', 'supabase/functions'];

async function sources(): Promise<string> {
  const texts = ROOMS.map(async (room) => {
    const files = await readdir(room, { recursive: true });
    const product = files.filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.|(^|\/)testing|gallery|care-state\/surfaces/.test(file),
    );
    return Promise.all(product.map((file) => readFile(join(room, file), 'utf8')));
  });
  return (await Promise.all(texts)).flat(2).join('\n');
}

/**
 * The database decides what leaves the outbox, including calendar files. supabase/tests/outbox.test.ts
 * compares the two.
 */
const DECIDED_IN_SQL = ['calendar'];

test('every care-state row is read by the screen it is about', async () => {
  const product = await sources();
  const rows = Object.keys(surfacesOf({ state: 'treatment', afterLoss: false }));
  const isRead = (row: string) =>
    new RegExp(
      String.raw`(surfaces|surfacesOf\([^;]*?\))\s*\??\.${row}\b|\{[^}]*\b${row}\b[^}]*\}: Surfaces`,
    ).test(product);
  expect(rows.filter((row) => !isRead(row))).toEqual(DECIDED_IN_SQL);
});
