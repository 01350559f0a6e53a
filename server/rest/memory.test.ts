import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { times } from '../testing/times.ts';
import { send, signInPatient, type Patient } from './testing.ts';

let server: TestServer;
let ann: Patient;
beforeAll(async () => {
  server = await startTestServer();
  ann = await signInPatient(server, 'ann@example.com');
});
afterAll(() => server.stop());

/** The memory that the server's connections use in PostgreSQL, in megabytes. */
async function backendMegabytes(): Promise<number> {
  const { rows } = await server.database.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'bea-portal'`,
  );
  const sizes = await Promise.all(
    rows.map(async ({ pid }) => {
      const smaps = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
      return Number(/^Private_Dirty:\s+(\d+)/m.exec(smaps)![1]) / 1024;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const COLUMNS = ['id', 'title', 'image', 'link', 'body'];

/** The largest tree allowed. No two have the same form. */
const tree = (number: number) =>
  Array.from({ length: 50 }, (_, at) => {
    const negated = (number >> (at % 8)) & 1 ? 'not.' : '';
    return `${COLUMNS[at % 5]}.${negated}eq.${at}`;
  }).join(',');

type Caller = [name: string, token: () => string];
const PATIENT: Caller = ['a patient', () => ann.token];

// Both run in PostgreSQL in the same way: as one statement per form of a tree.
test.each(times([PATIENT], [PATIENT, ['the public key', () => server.keys.anonKey]]))(
  'many condition trees sent with %s leave nothing behind in PostgreSQL',
  async (_, token) => {
    const ask = async (number: number) =>
      (await send(server, token(), `blog_articles?select=id&or=(${tree(number)})`)).status;
    const askAll = async () => {
      for (let number = 0; number < 200; number += 10)
        await Promise.all(Array.from({ length: 10 }, (__, at) => ask(number + at)));
    };
    expect(await ask(0)).toBe(200);
    await Promise.all(Array.from({ length: 30 }, (__, at) => ask(at)));
    const before = await backendMegabytes();
    for (let turn = 0; turn < 8; turn += 1) await askAll();
    expect((await backendMegabytes()) - before).toBeLessThan(30);
  },
  120_000,
);
