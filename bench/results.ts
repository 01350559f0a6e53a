import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machine } from './machine.ts';
import type { Results } from './result-types.ts';
import { headlines, rowsOf, withTable } from './table.ts';

export const RESULTS = join(import.meta.dirname, 'results.json');
export const README = join(import.meta.dirname, '../README.md');
export const FIGURES = join(import.meta.dirname, '../docs/figures.md');

/** Adds new results to the earlier ones, writes all of them into docs/figures.md, and ten lines into the README. */
export async function keepResults(measured: (kept: Partial<Results>) => Partial<Results>): Promise<Results> {
  const kept = await readFile(RESULTS, 'utf8').then(
    (text) => JSON.parse(text) as Partial<Results>,
    () => ({}),
  );
  const today = new Date().toISOString().slice(0, 10);
  const results: Results = { ...kept, ...measured(kept), machine: machine(), date: today };
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  const rows = rowsOf(results);
  await writeFile(FIGURES, withTable(await readFile(FIGURES, 'utf8'), results, rows));
  await writeFile(README, withTable(await readFile(README, 'utf8'), results, headlines(rows)));
  return results;
}
