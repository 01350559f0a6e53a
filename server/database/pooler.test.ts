import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createDatabase, type Database } from './database.ts';
import { refuseEndlessStatements } from './pooler.ts';
import type { Caller } from './query-types.ts';

// With a real pooler: `npm run soak -- cluster`.

const VISITOR: Caller = { role: 'anon', claims: '{}', userId: null, sessionId: null };
const SIGNED_OUT: Caller = {
  ...VISITOR,
  role: 'authenticated',
  sessionId: '00000000-0000-4000-8000-000000000000',
};

let server: TestServer;
/** One connection, which a pooler would give to another client after each transaction. */
let pooled: Database;
beforeAll(async () => {
  server = await startTestServer();
  pooled = createDatabase(server.databaseUrl, {
    connections: 1,
    directUrl: `${server.databaseUrl}&application_name=direct`,
  });
});
afterAll(async () => {
  await pooled.end();
  await server.stop();
});

const role = async (caller: Caller, readOnly = false) =>
  (await pooled.asCaller(caller, { name: 'who', text: 'select current_user as name' }, { readOnly }))
    .rows[0]!['name'];

test('nothing stays prepared on a connection, and every statement runs as its caller', async () => {
  for (let turn = 0; turn < 3; turn += 1) expect(await role(VISITOR)).toBe('anon');
  expect(await role({ ...VISITOR, role: 'service_role' }, true)).toBe('service_role');
  expect((await pooled.query('select name from pg_prepared_statements')).rows).toEqual([]);
  expect((await pooled.query('select current_user as name')).rows).not.toEqual([{ name: 'service_role' }]);
});

test('a caller without access runs nothing, and the next caller does', async () => {
  await expect(role(SIGNED_OUT)).rejects.toThrow();
  expect(await role(VISITOR)).toBe('anon');
});

test('what a look at the answer undoes is undone', async () => {
  const make = { name: 'make', text: `select set_config('portal.tried', 'yes', false)` };
  await pooled.asCaller(VISITOR, make, { decide: () => 'rollback' });
  expect((await pooled.query(`select current_setting('portal.tried', true) as tried`)).rows).not.toEqual([
    { tried: 'yes' },
  ]);
});

test('listening and locking bypass the pooler', async () => {
  const client = await pooled.connect();
  const { rows } = await client.query(`select current_setting('application_name') as name`);
  await client.end();
  expect(rows).toEqual([{ name: 'direct' }]);
});

test('a role whose statements may run without a timeout is refused, with what to run', async () => {
  await expect(refuseEndlessStatements(pooled)).rejects.toThrow(
    /alter role \w+ set statement_timeout = '8s'/,
  );
  await expect(refuseEndlessStatements(server.database)).resolves.toBeUndefined();
});
