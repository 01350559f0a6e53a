import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../testing/test-server.ts';
import { send, signInPatient, startProbeServer, type Patient } from './testing.ts';

let server: TestServer;
let ann: Patient;

beforeAll(async () => {
  server = await startProbeServer();
  ann = await signInPatient(server, 'ann@example.com');
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  send(server, ann.token, path, { headers });

test.each([
  ['entries?select=children(*)', "embedding the resource 'children' in select"],
  ['entries?select=id,kids:children!inner(id)', "embedding the resource 'children' in select"],
  ['entries?select=...children(id)', "spreading the resource 'children'"],
  ['entries?title=fts.word', 'full-text search (fts, plfts, phfts, wfts)'],
  ['entries?title=not.wfts(english).word', 'full-text search (fts, plfts, phfts, wfts)'],
  ['entries?or=(title.plfts.a,id.eq.1)', 'full-text search (fts, plfts, phfts, wfts)'],
  ['entries?order=children(id).desc', "ordering by the embedded resource 'children'"],
  ['entries?columns=id', "the parameter 'columns' is for POST and PATCH on a table"],
  ['entries?on_conflict=id', "the parameter 'on_conflict' is for POST on a table"],
])('%s is not implemented, and the error names it', async (path, details) => {
  const reply = await get(path);
  expect([reply.status, reply.json]).toEqual([
    400,
    { code: 'PGRST127', details, hint: null, message: 'Feature not implemented' },
  ]);
});

test.each([
  ['PATCH', 'entries?limit=1', "the parameter 'limit' with PATCH"],
  ['DELETE', 'entries?order=id', "the parameter 'order' with DELETE"],
  ['DELETE', 'entries?columns=id', "the parameter 'columns' is for POST and PATCH on a table"],
  ['POST', 'entries?id=eq.1', 'filters with POST'],
])('%s %s is refused rather than half done', async (method, path, details) => {
  const reply = await send(server, ann.token, path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: '{"title":"x"}',
  });
  expect([reply.status, reply.json]).toMatchObject([400, { code: 'PGRST127', details }]);
});

test.each(['entries?select=count()', 'entries?select=id.sum()', 'entries?select=total:amount.avg()'])(
  '%s is an aggregate, which is not allowed',
  async (path) => {
    const reply = await get(path);
    expect([reply.status, reply.json]).toMatchObject([400, { code: 'PGRST123' }]);
  },
);

test.each(['entries?children.id=eq.1', 'entries?children.or=(id.eq.1,id.eq.2)'])(
  '%s asks for something that is not in the result',
  async (path) => {
    const reply = await get(path);
    expect([reply.status, reply.json]).toMatchObject([
      400,
      { code: 'PGRST108', message: "'children' is not an embedded resource in this request" },
    ]);
  },
);

test.each([
  ['entries?id=1', '"failed to parse filter (1)" (line 1, column 1)'],
  ['entries?id=noop.1', '"failed to parse filter (noop.1)" (line 1, column 1)'],
  ['entries?id=not.not.eq.1', '"failed to parse filter (not.not.eq.1)" (line 1, column 5)'],
  ['entries?id=is.maybe', '"failed to parse filter (is.maybe)" (line 1, column 4)'],
  ['entries?id=is.nullish', '"failed to parse filter (is.nullish)" (line 1, column 8)'],
  ['entries?id=in.1,2', '"failed to parse filter (in.1,2)" (line 1, column 4)'],
  ['entries?id=in.(1,2', '"failed to parse filter (in.(1,2)" (line 1, column 8)'],
  ['entries?select=id,', '"failed to parse select parameter (id,)" (line 1, column 4)'],
  ['entries?select=id::', '"failed to parse select parameter (id::)" (line 1, column 5)'],
  ['entries?order=id.up', '"failed to parse order (id.up)" (line 1, column 3)'],
  ['entries?or=()', '"failed to parse logic tree (())" (line 1, column 2)'],
  ['entries?or=(id.eq.1', '"failed to parse logic tree ((id.eq.1)" (line 1, column 9)'],
  ['entries?and=id.eq.1', '"failed to parse logic tree (id.eq.1)" (line 1, column 1)'],
  ['entries?limit=few', '"failed to parse limit (few)" (line 1, column 1)'],
  ['entries?title=eq.a%00b', '"failed to parse query string ()" (line 1, column 1)'],
])('%s cannot be parsed', async (path, message) => {
  const reply = await get(path);
  expect([reply.status, reply.json]).toMatchObject([400, { code: 'PGRST100', message, hint: null }]);
});

test.each([
  ['nothing', 404, 'PGRST205', "Could not find the table 'public.nothing' in the schema cache"],
  ['entries?nothing=eq.1', 400, '42703', 'column entries.nothing does not exist'],
  ['entries?select=nothing', 400, '42703', 'column entries.nothing does not exist'],
  ['entries?order=nothing', 400, '42703', 'column entries.nothing does not exist'],
  ['entries?or=(nothing.eq.1,id.eq.1)', 400, '42703', 'column entries.nothing does not exist'],
  ['entries?select=id::nothing', 400, '42704', 'type "nothing" does not exist'],
  ['entries?select=title::regclass', 400, '42704', 'type "regclass" does not exist'],
  ['entries?id=eq.x', 400, '22P02', 'invalid input syntax for type bigint: "x"'],
  ['entries?id=like.1', 404, '42883', 'operator does not exist: bigint ~~ text'],
  ['entries?title=is.true', 400, '42804', 'argument of IS TRUE must be type boolean, not type text'],
  ['entries?title=match.[', 400, '2201B', 'invalid regular expression: brackets [] not balanced'],
  ['a/b', 404, 'PGRST125', 'Invalid path specified in request URL'],
  ['entries/', 404, 'PGRST125', 'Invalid path specified in request URL'],
  ['', 404, 'PGRST125', 'Invalid path specified in request URL'],
])('%s is refused with %i %s', async (path, status, code, message) => {
  const reply = await get(path);
  expect([reply.status, reply.json]).toEqual([
    status,
    { code, details: null, hint: (reply.json as { hint: string | null }).hint, message },
  ]);
});

test('another schema is 406', async () => {
  for (const headers of [{ 'accept-profile': 'auth' }, { 'content-profile': 'private' }]) {
    const reply = await get('users', headers);
    expect([reply.status, reply.json]).toMatchObject([
      406,
      { code: 'PGRST106', hint: 'Only the following schemas are exposed: public' },
    ]);
  }
});

test.each(['text/csv', 'application/vnd.pgrst.plan+json', 'image/png, text/html;q=0.5'])(
  'a response as %s is not available',
  async (accept) => {
    const reply = await get('entries', { accept });
    expect([reply.status, reply.json]).toMatchObject([
      406,
      { code: 'PGRST107', message: `None of these media types are available: ${accept}` },
    ]);
    expect((await get('entries', { accept: `${accept}, */*;q=0.1` })).status).toBe(200);
  },
);

test('unknown preferences are refused only for a strict caller', async () => {
  const strict = await get('entries', { prefer: 'handling=strict, anything, count=exact, tx=maybe' });
  expect([strict.status, strict.json]).toMatchObject([
    400,
    { code: 'PGRST122', details: 'Invalid preferences: anything, tx=maybe' },
  ]);
  const lenient = await get('entries', { prefer: 'handling=lenient, anything' });
  expect([lenient.status, lenient.headers.get('preference-applied')]).toEqual([200, 'handling=lenient']);
});

test('PUT is 405', async () => {
  const reply = await send(server, ann.token, 'entries?id=eq.1', { method: 'PUT', body: '{}' });
  expect([reply.status, reply.json]).toMatchObject([
    405,
    { code: 'PGRST117', message: 'Unsupported HTTP method: PUT' },
  ]);
});

test.each(
  `aclitem regrole regclass regtype regproc oid name bytea xid cid tid pg_lsn pg_snapshot tsvector tsquery xml
   money inet cidr macaddr bit varbit point polygon int4range nummultirange refcursor mood score _text`.split(
    /\s+/,
  ),
)('casting to %s is refused', async (type) => {
  for (const [method, path] of [
    ['GET', `entries?select=title::${type}`],
    ['GET', `entries?select=a:data->x->>y::${type.toUpperCase()}`],
    ['GET', `rpc/my_entries?select=title::${type}`],
    ['PATCH', `entries?select=title::${type}`],
  ] as const) {
    const reply = await send(server, ann.token, path, {
      method,
      headers: { prefer: 'return=representation', 'content-type': 'application/json' },
      ...(method === 'PATCH' && { body: '{"note":"x"}' }),
    });
    expect([reply.status, reply.json]).toMatchObject([400, { code: '42704', details: null }]);
    expect((reply.json as { message: string }).message.toLowerCase()).toBe(`type "${type}" does not exist`);
  }
});

test.each([
  ['text', 'amount', '"2.50"'],
  ['int', 'amount', '3'],
  ['bigint', 'amount', '3'],
  ['numeric', 'title', '12.5'],
  ['decimal', 'data->>n', '0.001'],
  ['float8', 'amount', '2.5'],
  ['boolean', 'done', 'false'],
  ['date', 'taken_at', '"2026-01-02"'],
  ['timestamptz', 'taken_at', '"2026-01-02T03:04:05+00:00"'],
  ['timestamp with time zone', 'taken_at', '"2026-01-02T03:04:05+00:00"'],
  ['uuid', 'data->>u', '"00000000-0000-4000-8000-000000000000"'],
  ['jsonb', 'data', '{"n":"0.0010","u":"00000000-0000-4000-8000-000000000000","e":"1e131071"}'],
  ['json', 'title', '12.50'],
])('a plain type is available: ::%s', async (type, field, expected) => {
  await server.database.query(
    `insert into public.entries (user_id, title, amount, data) values ($1, '12.50', 2.50, $2)
     on conflict (user_id, title) do nothing`,
    [ann.id, '{"n":"0.0010","u":"00000000-0000-4000-8000-000000000000","e":"1e131071"}'],
  );
  const reply = await get(`entries?title=eq.12.50&select=v:${field}::${type}`);
  expect([reply.status, reply.json]).toEqual([200, [{ v: JSON.parse(expected) as unknown }]]);
});

test('a few characters do not become a huge number', async () => {
  const numeric = await get('entries?title=eq.12.50&select=data->>e::numeric');
  expect([numeric.status, numeric.json]).toMatchObject([400, { code: '22003' }]);
  const jsonb = await get('entries?title=eq.12.50&select=v:data->>e::jsonb');
  expect(jsonb.text.length).toBeLessThan(100);
});

test.each([
  [`entries?and=(${'and('.repeat(9)}id.eq.1${')'.repeat(9)})`, 'more than 8 levels of and, or'],
  [`entries?or=(${'id.eq.1,'.repeat(50)}id.eq.2)`, 'more than 50 conditions'],
  [`entries?${'id=gt.0&'.repeat(51)}`, 'more than 50 conditions'],
  [`entries?order=${'id,'.repeat(20)}id`, 'more than 20 columns in order'],
  [`entries?${'order=id&'.repeat(21)}`, 'more than 20 columns in order'],
  [`entries?select=data${'->a'.repeat(11)}`, 'more than 10 steps into a JSON value'],
  [`entries?data${'->a'.repeat(11)}=is.null`, 'more than 10 steps into a JSON value'],
  [
    `entries?select=${Array.from({ length: 9 }, (_, i) => `a${i}:data->>${i}`).join(',')}`,
    "the column 'data' more than 8 times in select",
  ],
  [`entries?select=${'*,'.repeat(8)}*`, "the column '*' more than 8 times in select"],
])('%s is more than anyone needs, and the error says so', async (path, details) => {
  const reply = await get(path);
  expect([reply.status, reply.json]).toEqual([
    400,
    { code: 'PGRST127', details, hint: null, message: 'Feature not implemented' },
  ]);
});

test.each([
  String.raw`entries?title=match.(.*)*\1x`,
  'entries?title=match.(((.{0,30}){0,30}){0,8})ZZ$',
  'entries?title=imatch.(?=.*(?=.*a))',
  `entries?or=(title.match."${'a*'.repeat(31)}")`,
  `entries?title=match.${'('.repeat(16)}a${encodeURIComponent(')+'.repeat(16))}~`,
  `entries?or=(${'title.imatch.[a-m]..~,'.repeat(6)}id.eq.1)`,
  `entries?title=ilike(any).{${'*~*,'.repeat(5)}a}`,
  `entries?title=like.*${'ab c1 '.repeat(33)}xyz`,
  `entries?title=not.ilike.${'*a'.repeat(21)}`,
  `entries?title=ilike.${'_'.repeat(10)}${'%25'.repeat(11)}`,
  `entries?or=(id.eq.1,title.like."${'a'.repeat(201)}")`,
  `entries?and=(${'id.gt.0,'.repeat(100)}id.gt.1)`,
  `entries?select=${'a:title,'.repeat(200)}id`,
])('%s would keep the database busy and is not run', async (path) => {
  const reply = await get(path);
  expect([reply.status, reply.json]).toMatchObject([400, { code: 'PGRST127' }]);
});

test('a pattern of reasonable length is run', async () => {
  for (const pattern of ['a'.repeat(200), '*a'.repeat(20), '_%25'.repeat(10)])
    expect((await get(`entries?title=ilike.${pattern}`)).status).toBe(200);
});
