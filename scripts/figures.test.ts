import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { Results } from '../bench/result-types.ts';
import { FIGURES, README, RESULTS } from '../bench/results.ts';
import { headlines, rowsOf, withTable } from '../bench/table.ts';

const results = JSON.parse(await readFile(RESULTS, 'utf8')) as Results;
const [readme, figures] = await Promise.all([README, FIGURES].map((page) => readFile(page, 'utf8')));

test('the figures in docs/figures.md are all those that were measured, and the README has ten', () => {
  const rows = rowsOf(results);
  expect(figures).toBe(withTable(figures!, results, rows));
  expect(readme).toBe(withTable(readme!, results, headlines(rows)));
  expect(headlines(rows)).toHaveLength(10);
});

test('every number in these tables is in results.json, with the day and the machine', () => {
  const kept = new Set(JSON.stringify(results).match(/\d+(\.\d+)?/g));
  for (const page of [figures!, readme!]) {
    const [, table = ''] = /<!-- bench[^>]*-->([\s\S]*)<!-- \/bench -->/.exec(page) ?? [];
    const measured = table
      .split('\n')
      .filter((line) => line.startsWith('| ') && !line.startsWith('| Question'))
      .map((line) => line.split(' | ')[1]!)
      .join(' ')
      .match(/\d+(\.\d+)?/g)!;
    expect(measured.filter((number) => !kept.has(number))).toEqual([]);
    expect(measured.length).toBeGreaterThan(page === figures ? 100 : 20);
    expect(table).toContain(`Measured ${results.date} on ${results.machine}.`);
  }
});
