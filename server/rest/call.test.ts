import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../testing/test-server.ts';
import { send, signInPatient, startProbeServer, type Patient } from './testing.ts';

let server: TestServer;
let ann: Patient;

beforeAll(async () => {
  server = await startProbeServer();
  ann = await signInPatient(server, 'ann@example.com');
  await ann.client.from('entries').insert([{ title: 'A' }, { title: 'B' }, { title: 'C' }]);
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  send(server, ann.token, `rpc/${path}`, { headers });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  send(server, ann.token, `rpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
const codeOf = (reply: { json: unknown }) => (reply.json as { code: string }).code;

test('the client calls a function with named arguments, by POST and by GET', async () => {
  expect(await ann.client.rpc('add', { a: 1, b: 2 })).toMatchObject({ data: 3, status: 200 });
  expect(await ann.client.rpc('add', { a: 1 })).toMatchObject({ data: 11 });
  expect(await ann.client.rpc('add', { a: 1, b: 5 }, { get: true })).toMatchObject({ data: 6 });
});

test('a set of rows can be filtered, ordered, limited and counted', async () => {
  const { data, count } = await ann.client
    .rpc('my_entries', {}, { count: 'exact' })
    .select('title')
    .neq('title', 'A')
    .order('title', { ascending: false })
    .limit(1);
  expect([data, count]).toEqual([[{ title: 'C' }], 2]);
});

test.each([
  ['spans', '{"low":1,"high":2}'],
  ['split?words=a b', '["a", "b"]'],
  ['numbers?n=2', '[{"i":1,"square":1}, \n {"i":2,"square":4}]'],
  ['numbers?n=3&i=gte.2&select=square', '[{"square":4}, \n {"square":9}]'],
  ['total?v=1&v=2&v=3', '6'],
  ['first_entry?select=title', '{"title":"A"}'],
])('GET %s answers %s', async (path, expected) => {
  const reply = await get(path);
  expect([reply.status, reply.text]).toEqual([200, expected]);
});

test('a function that takes the whole body gets it', async () => {
  expect((await post('echo', { any: ['thing'] })).json).toEqual({ any: ['thing'] });
  expect((await post('echo', [1, 2])).json).toEqual([1, 2]);
});

test('a function without a result is 204', async () => {
  const reply = await post('rename_all', { new_title: 'new' });
  expect([reply.status, reply.text, reply.headers.get('content-type')]).toEqual([204, '', null]);
  const { data } = await ann.client.from('entries').select('note').limit(1);
  expect(data).toEqual([{ note: 'new' }]);
});

test('a GET never writes', async () => {
  const reply = await get('rename_all?new_title=never');
  expect([reply.status, codeOf(reply)]).toEqual([405, '25006']);
});

test('a single object of a set must be exactly one', async () => {
  const accept = { accept: 'application/vnd.pgrst.object+json' };
  expect((await post('numbers', { n: 1 }, accept)).json).toEqual({ i: 1, square: 1 });
  const two = await post('numbers', { n: 2 }, accept);
  expect([two.status, codeOf(two)]).toEqual([406, 'PGRST116']);
});

test('an empty body calls without arguments', async () => {
  const reply = await send(server, ann.token, 'rpc/first_entry', { method: 'POST' });
  expect(reply.json).toMatchObject({ title: 'A' });
});

test('an unknown function is 404 and names what was searched for', async () => {
  const reply = await post('add', { a: 1, c: 2 });
  expect([reply.status, reply.json]).toEqual([
    404,
    {
      code: 'PGRST202',
      details:
        'Searched for the function public.add with parameters a, c or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: null,
      message: 'Could not find the function public.add(a, c) in the schema cache',
    },
  ]);
  expect(codeOf(await get('nothing'))).toBe('PGRST202');
});

test('two matching functions are 300', async () => {
  const reply = await post('who', { a: 1 });
  expect([reply.status, codeOf(reply)]).toEqual([300, 'PGRST203']);
});

test('a function without a grant is refused as the database would', async () => {
  const reply = await post('hidden', {});
  expect([reply.status, reply.json]).toEqual([
    403,
    { code: '42501', details: null, hint: null, message: 'permission denied for function hidden' },
  ]);
});

test('other methods are 405', async () => {
  const reply = await send(server, ann.token, 'rpc/add', { method: 'PATCH', body: '{}' });
  expect([reply.status, codeOf(reply)]).toEqual([405, 'PGRST101']);
});

test.each([
  ['P0001', 400],
  ['PT402', 402],
  ['PT409', 409],
  ['42501', 403],
  ['23514', 400],
  ['57014', 503],
  ['53300', 503],
  ['P0002', 500],
  ['22023', 400],
])('a function that raises %s answers %i with the words it raised', async (state, status) => {
  const reply = await post('fail', { state, words: 'the words' });
  expect([reply.status, reply.json]).toEqual([
    status,
    { code: state, details: 'the detail', hint: 'the hint', message: 'the words' },
  ]);
});

test('a limit on affected rows needs a function that answers rows', async () => {
  const prefer = { prefer: 'handling=strict, max-affected=1' };
  expect(codeOf(await post('add', { a: 1 }, prefer))).toBe('PGRST128');
  expect(codeOf(await post('numbers', { n: 2 }, prefer))).toBe('PGRST124');
});
