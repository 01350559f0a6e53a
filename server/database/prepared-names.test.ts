import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createDatabase, type Database } from './database.ts';
import type { Caller } from './query-types.ts';

let server: TestServer;
/** One connection, so that everything is prepared on it. */
let database: Database;
beforeAll(async () => {
  server = await startTestServer();
  database = createDatabase(server.databaseUrl, { connections: 1 });
});
afterAll(async () => {
  await database.end();
  await server.stop();
});

const VISITOR: Caller = { role: 'anon', claims: '{}', userId: null, sessionId: null };
const SIGNED_OUT: Caller = {
  ...VISITOR,
  role: 'authenticated',
  sessionId: '00000000-0000-4000-8000-000000000000',
};

const numbered = (number: number) => ({ name: `n${number}`, text: `select ${number} as n` });
const run = async (number: number) => (await database.asCaller(VISITOR, numbered(number))).rows[0]!['n'];
const prepared = async () =>
  (await database.query<{ name: string }>('select name from pg_prepared_statements')).rows.map(
    ({ name }) => name,
  );

test('a connection keeps a limited number of plans, the most recent ones', async () => {
  for (let number = 0; number < 200; number += 1) expect(await run(number)).toBe(number);
  const names = await prepared();
  expect(names.length).toBeLessThan(70);
  expect(names).toContain('enter');
  expect(names).toContain('n199');
  expect(names).not.toContain('n0');
  for (const number of [0, 199, 0, 100]) expect(await run(number)).toBe(number);
});

test('one that makes room for a statement that is then refused, or fails, can be prepared again', async () => {
  for (let number = 0; number < 70; number += 1) {
    await run(number);
    const refused = { ...numbered(number), name: `refused${number}` };
    await expect(database.asCaller(SIGNED_OUT, refused)).rejects.toMatchObject({ code: 'PT401' });
    const broken = { name: `broken${number}`, text: 'select nothing' };
    await expect(database.asCaller(VISITOR, broken, { decide: () => 'commit' })).rejects.toMatchObject({
      code: '42703',
    });
  }
  for (let number = 0; number < 70; number += 1) expect(await run(number)).toBe(number);
  expect((await prepared()).length).toBeLessThan(70);
});
