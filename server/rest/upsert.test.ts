import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestServer } from '../testing/test-server.ts';
import { send, signInPatient, startProbeServer, type Patient } from './testing.ts';

let server: TestServer;
let ann: Patient;

beforeAll(async () => {
  server = await startProbeServer();
  ann = await signInPatient(server, 'ann@example.com');
});
beforeEach(async () => {
  await server.database.query(
    'truncate public.entries, public.pairs, public.write_only restart identity cascade',
  );
});
afterAll(() => server.stop());

const write = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(server, ann.token, path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });

test('an upsert that changes an existing row is 200; a new one is 201', async () => {
  const merge = { prefer: 'resolution=merge-duplicates, return=representation' };
  const row = { left_id: 1, right_id: 2, label: 'first' };
  const made = await write('POST', 'pairs', row, merge);
  expect([made.status, made.headers.get('preference-applied')]).toEqual([
    201,
    'resolution=merge-duplicates, return=representation',
  ]);
  const changed = await write('POST', 'pairs', { ...row, label: 'second' }, merge);
  expect([changed.status, changed.json]).toEqual([200, [{ ...row, label: 'second' }]]);
  const both = await write('POST', 'pairs', [row, { ...row, right_id: 3 }], merge);
  expect(both.status).toBe(201);
});

test('the client upserts on other unique columns, and can leave duplicates alone', async () => {
  await ann.client.from('entries').insert({ user_id: ann.id, title: 'A', note: 'old' });
  const merged = await ann.client
    .from('entries')
    .upsert({ user_id: ann.id, title: 'A', note: 'new' }, { onConflict: 'user_id,title' })
    .select('note');
  expect(merged.data).toEqual([{ note: 'new' }]);
  const ignored = await ann.client
    .from('entries')
    .upsert(
      { user_id: ann.id, title: 'A', note: 'newer' },
      { onConflict: 'user_id,title', ignoreDuplicates: true },
    )
    .select('note');
  expect(ignored.data).toEqual([]);
});

test('a conflict without a resolution is 409', async () => {
  await write('POST', 'pairs', { left_id: 1, right_id: 1 });
  const reply = await write('POST', 'pairs', { left_id: 1, right_id: 1 });
  expect(reply.status).toBe(409);
  expect(reply.json).toEqual({
    code: '23505',
    details: 'Key (left_id, right_id)=(1, 1) already exists.',
    hint: null,
    message: 'duplicate key value violates unique constraint "pairs_pkey"',
  });
});
