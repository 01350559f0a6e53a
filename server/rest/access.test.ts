import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../testing/test-server.ts';
import { clientFor, send, signInPatient, startProbeServer, type Patient } from './testing.ts';

let server: TestServer;
let ann: Patient;
let ben: Patient;

beforeAll(async () => {
  server = await startProbeServer();
  ann = await signInPatient(server, 'ann@example.com');
  ben = await signInPatient(server, 'ben@example.com');
  await ann.client.from('entries').insert([{ title: 'Of Ann' }]);
});
afterAll(() => server.stop());

const codeOf = (reply: { json: unknown }) => (reply.json as { code: string }).code;

test('the owner sees her rows, a stranger and a visitor none, the service all', async () => {
  const seenBy = async (token: string) => (await send(server, token, 'entries?select=title')).json;
  expect(await seenBy(ann.token)).toEqual([{ title: 'Of Ann' }]);
  expect(await seenBy(ben.token)).toEqual([]);
  expect(await seenBy(server.keys.anonKey)).toEqual([]);
  expect(await seenBy(server.keys.serviceRoleKey)).toEqual([{ title: 'Of Ann' }]);
});

test('a stranger changes and deletes nothing', async () => {
  expect((await ben.client.from('entries').update({ note: 'mine' }).neq('id', 0).select()).data).toEqual([]);
  expect((await ben.client.from('entries').delete().neq('id', 0).select()).data).toEqual([]);
  const forged = await ben.client.from('entries').insert({ title: 'x', user_id: ann.id });
  expect([forged.status, forged.error?.code]).toEqual([403, '42501']);
  expect((await ann.client.from('entries').select('note')).data).toEqual([{ note: null }]);
});

test('the count covers only rows the caller may see', async () => {
  for (const count of ['exact', 'planned', 'estimated'] as const) {
    expect((await ben.client.from('entries').select('*', { count, head: true })).count).toBe(0);
  }
});

test('a table without a grant is refused, and its columns are not revealed', async () => {
  for (const path of ['secrets', 'secrets?word=eq.x', 'secrets?nothing=eq.x', 'secrets?select=nothing']) {
    const reply = await send(server, ann.token, path);
    expect([reply.status, reply.json]).toEqual([
      403,
      { code: '42501', details: null, hint: null, message: 'permission denied for table secrets' },
    ]);
  }
});

test('a visitor who is refused is asked to sign in', async () => {
  const reply = await send(server, server.keys.anonKey, 'secrets');
  expect([reply.status, codeOf(reply), reply.headers.get('www-authenticate')]).toEqual([
    401,
    '42501',
    'Bearer',
  ]);
});

test.each(['invitations', 'secrets?select=secret:word', 'rpc/take_from_limit?p_key=a&p_limit=1&p_seconds=1'])(
  '%s is not for patients',
  async (path) => {
    expect((await send(server, ann.token, path)).status).toBe(403);
  },
);

test.each(['pg_class', 'users', 'auth.users', 'schema_migrations', 'pg_catalog.pg_class'])(
  '%s does not exist here',
  async (name) => {
    const reply = await send(server, server.keys.serviceRoleKey, name);
    expect([reply.status, codeOf(reply)]).toEqual([404, 'PGRST205']);
  },
);

test.each([
  ['no credential at all', {}],
  ['a token that is no token', { authorization: 'Bearer nonsense' }],
  ['another scheme', { authorization: 'Basic YTpi' }],
])('%s is 401 in PostgREST’s words', async (_case, headers) => {
  const response = await fetch(`${server.url}/rest/v1/entries`, { headers });
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe('Bearer');
  expect(await response.json()).toEqual({
    code: 'PGRST301',
    details: null,
    hint: null,
    message: expect.any(String),
  });
});

test('a token signed by another key is 401, never anonymous', async () => {
  const [head, body] = ann.token.split('.');
  const reply = await send(server, `${head}.${body}.c2lnbmF0dXJl`, 'entries');
  expect([reply.status, codeOf(reply)]).toEqual([401, 'PGRST301']);
});

test('after sign-out every request is 401, even one that would be refused anyway', async () => {
  const eve = await signInPatient(server, 'eve@example.com');
  expect((await send(server, eve.token, 'entries')).status).toBe(200);
  await server.database.query('delete from auth.sessions where user_id = $1', [eve.id]);
  for (const path of [
    'entries',
    'nothing',
    'entries?nothing=eq.1',
    'entries?select=(',
    'rpc/add?a=1',
    '',
    'a/b',
  ]) {
    const reply = await send(server, eve.token, path);
    expect([path, reply.status, codeOf(reply)]).toEqual([path, 401, 'PT401']);
    expect(reply.headers.get('www-authenticate')).toBe('Bearer');
  }
  const insert = await clientFor(server, eve.token).from('entries').insert({ title: 'late' });
  expect(insert.status).toBe(401);
});
