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
const titles = async () => {
  const { rows } = await server.database.query<{ title: string }>(
    'select title from public.entries order by title',
  );
  return rows.map((row) => row.title);
};
const asObject = { accept: 'application/vnd.pgrst.object+json', prefer: 'return=representation' };

test.each([
  ['{"title":', 'Empty or invalid json'],
  ['', 'Empty or invalid json'],
  ['[1]', 'All object keys must match'],
])('the body %j is refused', async (body, message) => {
  const reply = await write('POST', 'entries', body);
  expect([reply.status, reply.json]).toEqual([400, { code: 'PGRST102', details: null, hint: null, message }]);
});

test('a body of another type is 415', async () => {
  const reply = await write('POST', 'entries', 'title\nA', { 'content-type': 'text/csv' });
  expect([reply.status, reply.json]).toMatchObject([
    415,
    { code: 'PGRST102', message: 'Content-Type not acceptable: text/csv' },
  ]);
});

test.each([
  [{ title: 'A', nonsense: 1 }, 400, 'PGRST204'],
  [{ title: null }, 400, '23502'],
  [{ title: 'A', score: 101 }, 400, '23514'],
  [{ title: 'A', mood: 'sad' }, 400, '22P02'],
  [{ title: 'A', note: 'far longer than twenty characters' }, 400, '22001'],
  [{ title: 'nul \u0000' }, 400, '22P05'],
  [{ title: 'A', user_id: '00000000-0000-0000-0000-000000000000' }, 403, '42501'],
])('the row %j is refused with %i %s', async (row, status, code) => {
  const reply = await write('POST', 'entries', row);
  expect([reply.status, (reply.json as { code: string }).code]).toEqual([status, code]);
});

test('a row with a dangling reference is 409', async () => {
  const reply = await write('POST', 'children', { id: 1, entry_id: 12345 });
  expect([reply.status, (reply.json as { code: string }).code]).toEqual([409, '23503']);
});
test('rows with different keys are refused unless the columns are named', async () => {
  const rows = [{ title: 'A' }, { title: 'B', note: 'x' }];
  const refused = await write('POST', 'entries', rows);
  expect([refused.status, refused.json]).toEqual([
    400,
    { code: 'PGRST102', details: null, hint: null, message: 'All object keys must match' },
  ]);
  expect((await write('POST', 'entries?columns=title', rows)).status).toBe(201);
  expect(await titles()).toEqual(['A', 'B']);
});

test('unnamed columns are left alone', async () => {
  const reply = await write('POST', 'entries?columns=title', { title: 'A', note: 'unwanted' }, asObject);
  expect(reply.json).toMatchObject({ title: 'A', note: null });
});

test('an empty list inserts nothing, an empty object a row of defaults', async () => {
  const none = await write('POST', 'entries', [], { prefer: 'return=representation' });
  expect([none.status, none.json]).toEqual([201, []]);
  const empty = await write('POST', 'entries', {});
  expect(empty.json).toMatchObject({ code: '23502' });
});

const manyKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`a${n}`, 1])));

test.each([
  ['POST', 'entries', manyKeys],
  ['POST', 'entries', `[${manyKeys}]`],
  ['PATCH', 'entries?id=eq.1', manyKeys],
  ['POST', 'rpc/add', manyKeys],
])('%s %s with more keys than any table has columns is refused', async (method, path, body) => {
  const reply = await write(method, path, body);
  expect([reply.status, reply.json]).toMatchObject([
    400,
    { code: 'PGRST127', details: 'more than 200 keys in a body' },
  ]);
});

test('a function that takes the whole body accepts any number of keys', async () => {
  expect((await write('POST', 'rpc/echo', manyKeys)).json).toEqual(JSON.parse(manyKeys));
});
