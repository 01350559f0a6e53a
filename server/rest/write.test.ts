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

test('an insert returns 201 and no body, unless its rows are requested', async () => {
  const silent = await write('POST', 'entries', { title: 'One' });
  expect([silent.status, silent.text, silent.headers.get('content-range')]).toEqual([201, '', '*/*']);
  const answer = await write(
    'POST',
    'entries?select=id,title',
    { title: 'Two' },
    { prefer: 'return=representation, count=exact' },
  );
  expect(answer.status).toBe(201);
  expect(answer.json).toEqual([{ id: 2, title: 'Two' }]);
  expect(answer.headers.get('content-range')).toBe('*/1');
  expect(answer.headers.get('preference-applied')).toBe('return=representation, count=exact');
});

test('the client inserts one row and many, and gets them back', async () => {
  const one = await ann.client
    .from('entries')
    .insert({ title: 'A', data: { deep: [1] } })
    .select('title, data')
    .single();
  expect(one).toMatchObject({ status: 201, data: { title: 'A', data: { deep: [1] } } });
  const many = await ann.client
    .from('entries')
    .insert([{ title: 'B' }, { title: 'C', note: 'only here' }])
    .select('title, note, done');
  expect(many.data).toEqual([
    { title: 'B', note: null, done: false },
    { title: 'C', note: 'only here', done: false },
  ]);
});

test('an omitted column is null, or the default if the caller prefers it', async () => {
  const rows = [{ title: 'A', mood: 'glad' }, { title: 'B' }];
  const nulls = await ann.client.from('entries').insert(rows).select('title, mood');
  expect(nulls.data).toEqual([
    { title: 'A', mood: 'glad' },
    { title: 'B', mood: null },
  ]);
  await server.database.query('truncate public.entries cascade');
  const defaults = await ann.client
    .from('entries')
    .insert(rows, { defaultToNull: false })
    .select('id, title, mood');
  expect(defaults.data).toMatchObject([
    { title: 'A', mood: 'glad' },
    { title: 'B', mood: 'calm' },
  ]);
});

test('an identity column gets its next number if a row omits it', async () => {
  const reply = await write('POST', 'entries?columns=id,title&select=id', [{ title: 'A' }, { title: 'B' }], {
    prefer: 'return=representation,missing=default',
  });
  expect(reply.json).toEqual([{ id: 1 }, { id: 2 }]);
  expect(reply.headers.get('preference-applied')).toBe('missing=default, return=representation');
});

test('a caller who wants only headers gets the new row’s location', async () => {
  const one = await write('POST', 'entries', { title: 'A' }, { prefer: 'return=headers-only' });
  expect([one.status, one.text, one.headers.get('location')]).toEqual([201, '', '/entries?id=eq.1']);
  const pair = await write('POST', 'pairs', { left_id: 1, right_id: 2 }, { prefer: 'return=headers-only' });
  expect(pair.headers.get('location')).toBe('/pairs?left_id=eq.1&right_id=eq.2');
});

test('a caller without read access can still insert', async () => {
  expect((await write('POST', 'write_only', { id: 1, word: 'x' })).status).toBe(201);
  const wanted = await write('POST', 'write_only', { id: 2 }, { prefer: 'return=representation' });
  expect([wanted.status, (wanted.json as { code: string }).code]).toEqual([403, '42501']);
});

test('the client changes the rows it names', async () => {
  await ann.client.from('entries').insert([{ title: 'A' }, { title: 'B' }]);
  const { data, status } = await ann.client
    .from('entries')
    .update({ note: 'x', data: {} })
    .eq('title', 'A')
    .select('title, note');
  expect([status, data]).toEqual([200, [{ title: 'A', note: 'x' }]]);
  const silent = await write('PATCH', 'entries?title=eq.B', { note: 'y' }, { prefer: 'count=exact' });
  expect([silent.status, silent.text, silent.headers.get('content-range')]).toEqual([204, '', '0-0/1']);
  const none = await write('PATCH', 'entries?title=eq.C', { note: 'y' });
  expect([none.status, none.headers.get('content-range')]).toEqual([204, '*/*']);
});

test('a change without filters affects every row of the caller', async () => {
  await ann.client.from('entries').insert([{ title: 'A' }, { title: 'B' }]);
  const reply = await write(
    'PATCH',
    'entries?select=note',
    { note: 'z' },
    { prefer: 'return=representation' },
  );
  expect(reply.json).toEqual([{ note: 'z' }, { note: 'z' }]);
});

test('a change of nothing touches nothing', async () => {
  await ann.client.from('entries').insert({ title: 'A' });
  const reply = await write('PATCH', 'entries', {}, { prefer: 'return=representation' });
  expect([reply.status, reply.json]).toEqual([200, []]);
  expect((await write('PATCH', 'entries', [])).status).toBe(204);
});

test('a change can set a column back to its default', async () => {
  await ann.client.from('entries').insert({ title: 'A', mood: 'glad' });
  const reply = await write(
    'PATCH',
    'entries?columns=mood',
    {},
    { ...asObject, prefer: 'return=representation,missing=default' },
  );
  expect(reply.json).toMatchObject({ title: 'A', mood: 'calm' });
});

test('the client deletes the rows it names', async () => {
  await ann.client.from('entries').insert([{ title: 'A' }, { title: 'B' }, { title: 'C' }]);
  const { data, status } = await ann.client.from('entries').delete().eq('title', 'A').select('title');
  expect([status, data]).toEqual([200, [{ title: 'A' }]]);
  const silent = await write('DELETE', 'entries?title=eq.B', undefined, { prefer: 'count=exact' });
  expect([silent.status, silent.headers.get('content-range')]).toEqual([204, '*/1']);
  expect(await titles()).toEqual(['C']);
});

test('a single object is requested but two rows would change: nothing changes', async () => {
  await ann.client.from('entries').insert([{ title: 'A' }, { title: 'B' }]);
  const reply = await write('PATCH', 'entries', { note: 'gone' }, asObject);
  expect([reply.status, (reply.json as { code: string }).code]).toEqual([406, 'PGRST116']);
  const { rows } = await server.database.query('select from public.entries where note is not null');
  expect(rows).toEqual([]);
  expect((await write('DELETE', 'entries?title=eq.none', undefined, asObject)).status).toBe(406);
});

test('the service’s dry run responds as if it had happened', async () => {
  const reply = await send(server, server.keys.serviceRoleKey, 'entries?select=title', {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'tx=rollback, return=representation' },
    body: JSON.stringify({ title: 'A', user_id: ann.id }),
  });
  expect([reply.status, reply.json, reply.headers.get('preference-applied')]).toEqual([
    201,
    [{ title: 'A' }],
    'return=representation, tx=rollback',
  ]);
  expect(await titles()).toEqual([]);
});

test('a patient’s request for a dry run is ignored: the write happens', async () => {
  const reply = await write('POST', 'entries', { title: 'A' }, { prefer: 'tx=rollback, return=minimal' });
  expect([reply.status, reply.headers.get('preference-applied')]).toEqual([201, 'return=minimal']);
  expect(await titles()).toEqual(['A']);
});

test('no more rows change than a strict caller allows', async () => {
  await ann.client.from('entries').insert([{ title: 'A' }, { title: 'B' }]);
  const strict = await write('DELETE', 'entries', undefined, { prefer: 'handling=strict, max-affected=1' });
  expect([strict.status, strict.json]).toEqual([
    400,
    {
      code: 'PGRST124',
      details: 'The query affects 2 rows',
      hint: null,
      message: 'Query result exceeds max-affected preference constraint',
    },
  ]);
  expect(await titles()).toEqual(['A', 'B']);
  expect((await write('DELETE', 'entries', undefined, { prefer: 'max-affected=1' })).status).toBe(204);
});
