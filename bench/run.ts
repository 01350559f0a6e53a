import { readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { measureApi } from './api.ts';
import { measureFrontEnd } from './front-end.ts';
import { measureGrowth } from './growth.ts';
import { README, RESULTS, type Results } from './results.ts';
import { measureSlots } from './slots.ts';
import { measureStart } from './start.ts';
import { rowsOf, withTable } from './table.ts';

/** `npm run bench`, or `npm run bench -- api start`: measures, prints the table, keeps it in results.json and the README. */
const PARTS = {
  start: measureStart,
  api: measureApi,
  slots: measureSlots,
  growth: measureGrowth,
  frontEnd: measureFrontEnd,
} as const;
type Part = keyof typeof PARTS;

const machine = () =>
  `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()} ${arch()}, Node ${process.versions.node}`;

async function main(): Promise<void> {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !(name in PARTS));
  if (unknown.length > 0)
    throw new Error(`There are ${Object.keys(PARTS).join(', ')}; not ${unknown.join(', ')}.`);
  const parts = (asked.length > 0 ? asked : Object.keys(PARTS)) as Part[];
  const kept = await readFile(RESULTS, 'utf8').then(
    (text) => JSON.parse(text) as Partial<Results>,
    () => ({}),
  );
  const results = { ...kept, machine: machine(), date: new Date().toISOString().slice(0, 10) } as Results;
  for (const part of parts) {
    console.log(`measuring ${part} …`);
    const begun = performance.now();
    Object.assign(results, { [part]: await PARTS[part]() });
    console.log(`  in ${Math.round((performance.now() - begun) / 1000)} s`);
    await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  }
  console.log(`\n${results.machine}, ${results.date}`);
  console.table(rowsOf(results));
  await writeFile(README, withTable(await readFile(README, 'utf8'), results));
}

await main();
