import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../testing/test-server.ts';
import { send, signInPatient, startProbeServer, type Patient } from './testing.ts';

let server: TestServer;
let ann: Patient;

beforeAll(async () => {
  server = await startProbeServer();
  ann = await signInPatient(server, 'ann@example.com');
  await server.database.query(
    `insert into public.entries (id, user_id, title, note, mood, score, done, amount, tags, data, loose, during, "Odd name")
     select i, $1, 'Entry ' || i, case when i % 2 = 0 then 'even, "quoted"' end,
       case when i % 2 = 0 then 'glad' else 'calm' end::public.mood, i * 10, i > 3, i + 0.5,
       array['t' || i, 'all'], json_build_object('n', i, 'who', json_build_object('name', 'P' || i), 'list', array[i, i + 1]),
       json_build_object('k', i), daterange('2026-01-01'::date + i, '2026-01-03'::date + i), 'odd ' || i
     from generate_series(1, 5) i`,
    [ann.id],
  );
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  send(server, ann.token, path, { headers });
const ids = async (query: string) => {
  const reply = await get(`entries?select=id&order=id&${query}`);
  expect(reply.text, `${reply.status}`).toMatch(/^\[/);
  return (reply.json as { id: number }[]).map((row) => row.id);
};

test('the client reads rows with a filter, an order and a limit', async () => {
  const { data, error } = await ann.client
    .from('entries')
    .select('id, title')
    .gt('id', 1)
    .order('id', { ascending: false })
    .limit(2);
  expect(error).toBeNull();
  expect(data).toEqual([
    { id: 5, title: 'Entry 5' },
    { id: 4, title: 'Entry 4' },
  ]);
});

test.each([
  ['id=eq.2', [2]],
  ['id=neq.2', [1, 3, 4, 5]],
  ['id=gt.3', [4, 5]],
  ['id=gte.3', [3, 4, 5]],
  ['id=lt.2', [1]],
  ['id=lte.2', [1, 2]],
  ['id=gt.1&id=lt.4', [2, 3]],
  ['title=like.*try 3', [3]],
  ['title=ilike.ENTRY*4', [4]],
  ['title=match.^Entry [12]$', [1, 2]],
  ['title=imatch.^entry 5', [5]],
  ['id=in.(1,3)', [1, 3]],
  ['title=in.("Entry 1",Entry 2)', [1, 2]],
  ['note=in.("even, \\"quoted\\"")', [2, 4]],
  ['id=in.()', []],
  ['note=is.null', [1, 3, 5]],
  ['note=is.not_null', [2, 4]],
  ['note=not.is.null', [2, 4]],
  ['done=is.true', [4, 5]],
  ['done=is.FALSE', [1, 2, 3]],
  ['done=is.unknown', []],
  ['note=isdistinct.even, "quoted"', [1, 3, 5]],
  ['tags=cs.{t1,all}', [1]],
  ['tags=cd.{t1,t2,all}', [1, 2]],
  ['tags=ov.{t4,t5}', [4, 5]],
  ['data=cs.{"n":3}', [3]],
  ['during=sl.[2026-01-05,2026-01-09)', [1, 2]],
  ['during=sr.[2026-01-01,2026-01-04)', [3, 4, 5]],
  ['during=nxr.[2026-01-01,2026-01-05)', [1, 2]],
  ['during=nxl.[2026-01-05,2026-01-09)', [4, 5]],
  ['during=adj.[2026-01-04,2026-01-05)', [1, 4]],
  ['id=eq(any).{1,4}', [1, 4]],
  ['title=like(all).{Entry*,*2}', [2]],
  ['id=not.eq(any).{1,4}', [2, 3, 5]],
  ['title=not.like.*2', [1, 3, 4, 5]],
  ['mood=eq.glad', [2, 4]],
  ['score=eq.30', [3]],
  ['amount=eq.2.5', [2]],
  ['%22Odd name%22=eq.odd 3', [3]],
  ['data->n=eq.4', [4]],
  ['data->>n=eq.4', [4]],
  ['data->who->>name=eq.P2', [2]],
  ['data->list->0=eq.5', [5]],
  ['data->list->-1=eq.2', [1]],
  ['tags->>0=eq.t3', [3]],
  ['loose->>k=eq.2', [2]],
  ['or=(id.eq.1,id.eq.5)', [1, 5]],
  ['or=(id.eq.1,and(id.gt.2,id.lt.4))', [1, 3]],
  ['not.or=(id.eq.1,id.eq.5)', [2, 3, 4]],
  ['and=(id.gt.1,not.or(id.eq.2,id.eq.3))', [4, 5]],
  ['or=(title.eq."Entry 1",tags.cs.{t5,all},id.in.(2,3))', [1, 2, 3, 5]],
  ['or=(id.not.in.(1,2,3),note.is.null)', [1, 3, 4, 5]],
  ['not.and=(id.gt.1,id.lt.5)', [1, 5]],
])('%s finds the rows %j', async (query, expected) => {
  expect(await ids(query)).toEqual(expected);
});

test.each([
  ['select=id,name:title', '{"id" : 1, "name" : "Entry 1"}'],
  ['select=id::text', '{"id":"1"}'],
  ['select=n:data->n', '{"n" : 1}'],
  ['select=data->who->>name', '{"name" : "P1"}'],
  ['select=data->list->0', '{"list" : 1}'],
  ['select=tags->0', '{"tags" : "t1"}'],
  ['select=amount::int,"Odd name"', '{"amount":2,"Odd name":"odd 1"}'],
  ['select=when:taken_at::date', '{"when" : "2026-01-02"}'],
  ['select=', '{}'],
])('%s answers %s', async (select, expected) => {
  const reply = await get(`entries?id=eq.1&${select}`);
  expect(reply.text).toBe(`[${expected}]`);
});

test('more names than one function call accepts still make one object', async () => {
  const columns = 'id title note mood score done amount tags data loose during taken_at user_id'.split(' ');
  const names = Array.from({ length: 104 }, (_, i) => `c${i}:${columns[i % 13]}`);
  const reply = await get(`entries?id=eq.1&select=${names.join(',')}`);
  const [row] = reply.json as Record<string, unknown>[];
  expect(Object.keys(row!)).toEqual(names.map((name) => name.split(':')[0]));
  expect([row!['c0'], row!['c13'], row!['c91'], row!['c92']]).toEqual([1, 1, 1, 'Entry 1']);
});

test.each([
  ['order=id.desc', [5, 4, 3, 2, 1]],
  ['order=note.desc.nullslast,id.desc', [4, 2, 5, 3, 1]],
  ['order=note.nullsfirst,id', [1, 3, 5, 2, 4]],
  ['order=data->n.desc', [5, 4, 3, 2, 1]],
  ['order=done.asc,id.desc', [3, 2, 1, 5, 4]],
  ['order=id&limit=2&offset=1', [2, 3]],
  ['order=id&limit=0', []],
])('%s returns the rows in the order %j', async (query, expected) => {
  const reply = await get(`entries?select=id&${query}`);
  expect((reply.json as { id: number }[]).map((row) => row.id)).toEqual(expected);
});

test('without a count the answer is 200 and says which rows it holds', async () => {
  const reply = await get('entries?select=id&limit=2');
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-range')).toBe('0-1/*');
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(reply.headers.get('preference-applied')).toBeNull();
});

test.each(['exact', 'planned', 'estimated'])('a part of a counted result is 206 (%s)', async (count) => {
  const reply = await get('entries?select=id&limit=2&offset=1', { prefer: `count=${count}` });
  expect(reply.status).toBe(206);
  expect(reply.headers.get('content-range')).toBe('1-2/5');
  expect(reply.headers.get('preference-applied')).toBe(`count=${count}`);
});

test('a counted result that is whole is 200', async () => {
  const reply = await get('entries?select=id', { prefer: 'count=exact' });
  expect(reply.status).toBe(200);
  expect(reply.headers.get('content-range')).toBe('0-4/5');
});

test('the Range header chooses rows', async () => {
  const reply = await get('entries?select=id&order=id', { range: '1-2', 'range-unit': 'items' });
  expect(reply.json).toEqual([{ id: 2 }, { id: 3 }]);
  expect(reply.headers.get('content-range')).toBe('1-2/*');
});

test.each([
  ['entries?limit=-1', {}, 'Limit should be greater than or equal to zero.'],
  [
    'entries',
    { range: '5-2' },
    'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  ],
  ['entries?offset=9', { prefer: 'count=exact' }, 'An offset of 9 was requested, but there are only 5 rows.'],
])('%s with %j is 416', async (path, headers, details) => {
  const reply = await get(path, headers);
  expect(reply.status).toBe(416);
  expect(reply.json).toEqual({
    code: 'PGRST103',
    details,
    hint: null,
    message: 'Requested range not satisfiable',
  });
});

test('the client counts without fetching', async () => {
  const { count, data, error } = await ann.client
    .from('entries')
    .select('*', { count: 'exact', head: true })
    .eq('done', true);
  expect(error).toBeNull();
  expect([count, data]).toEqual([2, null]);
});

test('a single object comes without its list, and only if there is exactly one', async () => {
  const one = await get('entries?select=id&id=eq.1', { accept: 'application/vnd.pgrst.object+json' });
  expect(one.text).toBe('{"id":1}');
  expect(one.headers.get('content-type')).toBe('application/vnd.pgrst.object+json; charset=utf-8');
  const none = await get('entries?id=eq.99', { accept: 'application/vnd.pgrst.object+json' });
  expect(none.status).toBe(406);
  expect(none.json).toEqual({
    code: 'PGRST116',
    details: 'The result contains 0 rows',
    hint: null,
    message: 'Cannot coerce the result to a single JSON object',
  });
});

test('the client asks for one row, or at most one', async () => {
  const one = await ann.client.from('entries').select('title').eq('id', 1).single();
  expect(one.data).toEqual({ title: 'Entry 1' });
  const several = await ann.client.from('entries').select('title').single();
  expect(several.error?.code).toBe('PGRST116');
  const perhaps = await ann.client.from('entries').select('title').eq('id', 99).maybeSingle();
  expect(perhaps).toMatchObject({ data: null, error: null });
});

test('nulls are omitted on request', async () => {
  const object = await get('entries?select=id,note&id=eq.1', {
    accept: 'application/vnd.pgrst.object+json;nulls=stripped',
  });
  expect(object.text).toBe('{"id":1}');
  expect(object.headers.get('content-type')).toContain('nulls=stripped');
  const list = await get('entries?select=id,note&id=eq.1', {
    accept: 'application/vnd.pgrst.array+json;nulls=stripped',
  });
  expect(list.text).toBe('[{"id":1}]');
});

test('HEAD answers what GET would, without the body', async () => {
  const reply = await send(server, ann.token, 'entries?select=id', {
    method: 'HEAD',
    headers: { prefer: 'count=exact' },
  });
  expect([reply.status, reply.text, reply.headers.get('content-range')]).toEqual([200, '', '0-4/5']);
});

test('a view is read like a table', async () => {
  const { data } = await ann.client.from('entry_titles').select().eq('id', 4);
  expect(data).toEqual([{ id: 4, title: 'Entry 4', done: true }]);
});
