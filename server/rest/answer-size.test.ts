import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../testing/test-server.ts';
import { send, signInPatient, startProbeServer, type Patient } from './testing.ts';

let server: TestServer;
let ann: Patient;
beforeAll(async () => {
  server = await startProbeServer();
  ann = await signInPatient(server, 'ann@example.com');
  await server.database.query(
    `insert into public.entries (user_id, title, data)
     select $1, 'Entry ' || n, jsonb_build_object('text', repeat('x', 100000)) from generate_series(1, 100) n`,
    [ann.id],
  );
});
afterAll(() => server.stop());

const TOO_LARGE = {
  code: '54000',
  details: null,
  hint: 'Ask for fewer columns, or for fewer rows at a time with limit and offset.',
  message: 'The answer is larger than 8 MB',
};
const represented = { 'content-type': 'application/json', prefer: 'return=representation' };

test.each([
  ['GET', 'entries'],
  ['GET', 'entries?select=a:data,b:data,c:data,d:data&limit=30'],
  ['GET', 'entries?select=data->>text&order=id.desc'],
  ['GET', 'rpc/my_entries'],
  ['POST', 'rpc/my_entries'],
  ['PATCH', 'entries'],
])('%s %s would be too large, which is reported before it is produced', async (method, path) => {
  const reply = await send(server, ann.token, path, {
    method,
    headers: represented,
    ...(method !== 'GET' && { body: method === 'PATCH' ? '{"note":"new"}' : '{}' }),
  });
  expect([reply.status, reply.json]).toEqual([413, TOO_LARGE]);
});

test('a write whose answer is too large is not stored', async () => {
  const { rows } = await server.database.query(`select from public.entries where note = 'new'`);
  expect(rows).toEqual([]);
});

test('the same data is available in parts, in order, and as a count', async () => {
  const page = await send(server, ann.token, 'entries?select=id,data&order=id&limit=50&offset=50');
  expect((page.json as { id: number }[]).map(({ id }) => id)).toEqual(
    Array.from({ length: 50 }, (_, at) => at + 51),
  );
  const head = await send(server, ann.token, 'entries', {
    method: 'HEAD',
    headers: { prefer: 'count=exact' },
  });
  expect([head.status, head.headers.get('content-range')]).toEqual([200, '0-99/100']);
});

test('PostgreSQL stops at the row that exceeds the limit', async () => {
  // Continuing past this point would divide by zero.
  await server.database.query(`
    create view public.long_rows with (security_invoker = true) as
    select n, case when n < 50 then repeat('x', 1000000) else (1 / (n - n))::text end as text
    from generate_series(1, 1000) n`);
  await expect
    .poll(async () => (await send(server, ann.token, 'long_rows')).json, { timeout: 5_000 })
    .toEqual(TOO_LARGE);
});
