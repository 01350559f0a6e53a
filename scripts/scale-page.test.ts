import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Results } from '../bench/result-types.ts';
import { RESULTS } from '../bench/results.ts';

const results = JSON.parse(await readFile(RESULTS, 'utf8')) as Required<Results>;
const page = await readFile(join(import.meta.dirname, '../docs/scale.md'), 'utf8');
const { month, realtime } = results;
const overload = results.soak['overload']!.measurements as { calmPerSecond: number };

/** The page's assumptions, in its own words. */
const ASSUMED = {
  'of a day falls into its busiest hour': { words: 'a fifth', number: 0.2 },
  'of all patients have the portal open at the busiest moment': { words: 'one in a hundred', number: 0.01 },
  'open pages for each portal': { words: '1,000', number: 1_000 },
};

const inWords = (number: number) =>
  number >= 100 ? Math.round(number).toLocaleString('en-US') : String(Number(number.toPrecision(2)));

test('the month on the page is the one that was measured', () => {
  const { visits, tests, messages, periods, pregnancyTests, slotSearches } = month.month;
  expect([periods, pregnancyTests]).toEqual([1, 1]);
  expect(page).toContain(`visits Home ${visits} times`);
  expect(page).toContain(`logs ${tests} ovulation tests, a period and a pregnancy test`);
  expect(page).toContain(
    `writes ${messages} messages and looks for a time ${slotSearches === 2 ? 'twice' : ''}`,
  );
  expect(page).toContain(`Measured over ${month.patients} patients on ${month.machine}.`);
  const rows: [string, number | string][] = [
    ['requests', month.requests],
    ['transactions of PostgreSQL', month.transactions],
    ['bytes in the database', `${month.kilobytes} KB`],
    ['the log of who saw and changed what', `${month.auditKilobytes} KB, ${month.auditRows} rows`],
    ['processor time of the portal', `${month.serverSeconds} s`],
    ['processor time of PostgreSQL', `${month.databaseSeconds} s`],
  ];
  for (const [what, measured] of rows) expect(page).toContain(`| ${what} | ${measured} |`);
});

test('every assumption is on the page', () => {
  for (const [what, { words }] of Object.entries(ASSUMED)) expect(page).toContain(`**${words}** ${what}`);
});

test('the table of sizes follows from both', () => {
  const seconds = month.serverSeconds + month.databaseSeconds;
  const [busiest, open, pages] = Object.values(ASSUMED).map(({ number }) => number) as [
    number,
    number,
    number,
  ];
  const row = (name: string, cell: (patients: number) => string) =>
    expect(page).toContain(`| ${name} | ${[10_000, 1_000_000, 10_000_000].map(cell).join(' | ')} |`);
  const peak = (patients: number) => ((patients * month.requests) / 30 / 3600) * busiest;
  const gigabytes = (patients: number, each: number) => `${inWords((patients * each) / 1024 ** 2)} GB`;
  const portals = (patients: number) => Math.max(2, Math.ceil((patients * open) / pages));
  row('Requests a second in the busiest hour', (patients) => inWords(peak(patients)));
  row('Cores busy then, portals and PostgreSQL', (patients) =>
    inWords((peak(patients) * seconds) / month.requests),
  );
  row('Pages open at the busiest moment', (patients) => inWords(patients * open));
  row('Portals', (patients) => inWords(portals(patients)));
  row('Connections without a pooler', (patients) => inWords(portals(patients) * 13));
  row('The database grows in a year by', (patients) => gigabytes(patients, month.kilobytes * 12));
  row('the log', (patients) => gigabytes(patients, month.auditKilobytes * 12));
  row('Log rows per month', (patients) => inWords(patients * month.auditRows));
  expect(page).toContain(`${inWords(seconds * 1000)} seconds of a core for a thousand patients and a month`);
});

test('the limits on the page were measured', () => {
  const grown = realtime.megabytesWithSockets - realtime.megabytesAtRest;
  expect(page).toContain(`${realtime.sockets} open sockets took ${grown} MB`);
  expect(page).toContain(`${overload.calmPerSecond} a second`);
  expect(page).toContain(`${results.growth.largestRatio} of`);
});
