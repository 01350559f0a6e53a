import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../testing/test-server.ts';
import { send, signInPatient, startProbeServer, type Patient } from './testing.ts';

let server: TestServer;
let ann: Patient;
beforeAll(async () => {
  server = await startProbeServer();
  ann = await signInPatient(server, 'ann@example.com');
  await server.database.query(
    `insert into public.entries (user_id, title) select $1, 'Entry ' || n from generate_series(1, 1500) n`,
    [ann.id],
  );
});
afterAll(() => server.stop());

const counted = { prefer: 'count=exact' };

test.each([
  ['entries?select=id', {}, 1000, 200, '0-999/*'],
  ['entries?select=id', counted, 1000, 206, '0-999/1500'],
  ['entries?select=id&limit=1400', counted, 1000, 206, '0-999/1500'],
  ['entries?select=id&offset=1000', counted, 500, 206, '1000-1499/1500'],
  ['entries?select=id&offset=400&limit=9007199254740991', counted, 1000, 206, '400-1399/1500'],
  ['entries?select=id', { range: '100-1499', ...counted }, 1000, 206, '100-1099/1500'],
  ['entries?select=id&limit=0', counted, 0, 206, '*/1500'],
  ['rpc/numbers?n=2000&select=i', {}, 1000, 200, '0-999/*'],
  ['rpc/my_entries?select=id', counted, 1000, 206, '0-999/1500'],
] as const)('%s with %j answers %i rows', async (path, headers, rows, status, contentRange) => {
  const reply = await send(server, ann.token, path, { headers });
  expect([reply.status, reply.headers.get('content-range')]).toEqual([status, contentRange]);
  expect(reply.json).toHaveLength(rows);
});

test('the service has the limit too, as on Supabase', async () => {
  const reply = await send(server, server.keys.serviceRoleKey, 'entries?select=id');
  expect(reply.json).toHaveLength(1000);
});

test('a write returns all its rows', async () => {
  const reply = await send(server, ann.token, 'entries?select=id', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', prefer: 'return=representation' },
    body: JSON.stringify({ done: true }),
  });
  expect(reply.json).toHaveLength(1500);
});

test('it is the number in Supabase’s settings', async () => {
  const config = await readFile(join(import.meta.dirname, '../../supabase/config.toml'), 'utf8');
  expect(config).toMatch(/^max_rows = 1000$/m);
});
