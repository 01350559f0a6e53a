import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { README, RESULTS, type Results } from '../bench/results.ts';
import { withTable } from '../bench/table.ts';

const read = async () => ({
  readme: await readFile(README, 'utf8'),
  results: JSON.parse(await readFile(RESULTS, 'utf8')) as Results,
});

test('the figures in the README are those that were measured, all of them', async () => {
  const { readme, results } = await read();
  expect(readme).toBe(withTable(readme, results));
});

test('every number of that table stands in results.json, with the day and the machine', async () => {
  const { readme, results } = await read();
  const [, table = ''] = /<!-- bench[^>]*-->([\s\S]*)<!-- \/bench -->/.exec(readme) ?? [];
  const measured = table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Question'))
    .map((line) => line.split(' | ')[1]!)
    .join(' ')
    .match(/\d+(\.\d+)?/g)!;
  const kept = new Set(JSON.stringify(results).match(/\d+(\.\d+)?/g));
  expect(measured.filter((number) => !kept.has(number))).toEqual([]);
  expect(measured.length).toBeGreaterThan(30);
  expect(table).toContain(`Measured ${results.date} on ${results.machine}.`);
});
