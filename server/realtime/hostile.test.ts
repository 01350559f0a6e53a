import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openTopics } from './testing/open-topics.ts';
import { binaryPush, connectRaw, type RawClient } from './testing/raw-client.ts';

const ROOM = 'open:hostile';
const SECRET = 'a word that belongs in no log';
const NUL = '\u0000';

let [server, other]: TestServer[] = [];
let [offender, bystander]: Patient[] = [];
let logged: string[] = [];

beforeAll(async () => {
  const log = (event: string, facts = {}) => logged.push(JSON.stringify({ event, ...facts }));
  server = await startTestServer({}, { log });
  other = await startTestServer({}, { log, database: { url: server.databaseUrl } });
  await openTopics(server.database);
  [offender, bystander] = [await newPatient(server), await newPatient(server)];
});
afterAll(async () => {
  await other!.stop();
  await server!.stop();
});
beforeEach(() => {
  logged = [];
});

async function connect(at: TestServer): Promise<RawClient> {
  const client = await connectRaw({ url: at.url, anonKey: at.keys.anonKey });
  onTestFinished(() => client.socket.terminate());
  return client;
}

async function inRoom(at: TestServer, { token }: Patient): Promise<RawClient> {
  const client = await connect(at);
  expect((await client.join(ROOM, token)).status).toBe('ok');
  return client;
}

/** A client on each server that is in the room and subscribes to every table. */
async function bystanders() {
  const clients = await Promise.all([server!, other!].map((at) => inRoom(at, bystander!)));
  const subscriptions = { private: false, postgres_changes: [{ event: '*', schema: 'public' }] };
  for (const client of clients)
    expect((await client.join('tables', bystander!.token, subscriptions)).status).toBe('ok');
  return clients;
}

const messageOf = (payload: unknown) => ({ type: 'broadcast', event: 'word', payload });

/** Notifications come in order: a client that receives this one, still connected, was not disconnected by those before it. */
async function allHear(clients: RawClient[], last: string) {
  const speaker = await inRoom(server!, bystander!);
  expect((await speaker.ask(ROOM, 'broadcast', messageOf(last))).status).toBe('ok');
  const hasReceived = ({ received, isOpen }: RawClient) =>
    !isOpen() || JSON.stringify(received).includes(last);
  await expect.poll(() => clients.every(hasReceived)).toBe(true);
  expect(clients.map((client) => client.isOpen())).toEqual(clients.map(() => true));
}

test('a broadcast in JSON that claims to be bytes is JSON, and disconnects no one', async () => {
  const clients = await bystanders();
  const sender = await inRoom(server!, offender!);
  const payload = { toString: null, valueOf: null };
  const claim = { type: 'broadcast', event: 'x', payload, bytes: true };
  expect((await sender.ask(ROOM, 'broadcast', claim)).status).toBe('ok');
  await allHear([sender, ...clients], 'after the claim');
  for (const { received } of clients) expect(received[0]).toEqual({ type: 'broadcast', event: 'x', payload });
});

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const broadcast = (rest: object) =>
  JSON.stringify({ kind: 'broadcast', id: '1', topic: ROOM, event: SECRET, ...rest });
const change = (rest: object) =>
  JSON.stringify({
    kind: 'change',
    schema: 'public',
    table: 'customers',
    type: 'INSERT',
    key: { user_id: SECRET },
    owner: null,
    at: '2026-11-15T00:00:00Z',
    ...rest,
  });

test.each([
  ['is empty', ''],
  ['is not JSON', SECRET],
  ['is null', 'null'],
  ['is of no kind', '{}'],
  ['is of a kind that is not known', `{"kind":"${SECRET}"}`],
  ['has bytes that are an object', broadcast({ bytes: true, payload: { toString: null } })],
  ['has bytes without an address', JSON.stringify({ kind: 'broadcast', bytes: true, payload: '' })],
  ['has bytes for a name that is too long', broadcast({ bytes: true, payload: '', event: 'ü'.repeat(200) })],
  ['is nested too deeply to be written', broadcast({ payload: 'HERE' }).replace('"HERE"', deep(20_000))],
  [
    'names a payload that is not there',
    '{"kind":"large_payload","id":"00000000-0000-4000-8000-000000000000"}',
  ],
  ['names a payload that cannot be', `{"kind":"large_payload","id":"${SECRET}"}`],
  ['tells presence without people', JSON.stringify({ kind: 'presence', topic: ROOM })],
  ['tells a change of no table', change({ table: SECRET })],
  ['tells a change of no schema', change({ schema: 7 })],
  ['tells a change without a key', change({ key: null })],
  ['tells a change with a key that is no value', change({ key: { user_id: { toString: null } } })],
  ['tells a change of no row', change({})],
  ['ends no session', '{"kind":"session"}'],
])('a notification from another server that %s disconnects no one, here or there', async (_, body) => {
  const clients = await bystanders();
  await server!.database.query('select portal_server.announce($1)', [[body]]);
  await allHear(clients, 'after the notification');
  await expect.poll(() => logged.length, { message: 'each server says so, once' }).toBe(2);
  for (const line of logged) {
    expect(line).toMatch(/^\{"event":"realtime failed","part":"(notification|change)","kind":"[\w ]+"\}$/);
    expect(line).not.toContain(SECRET);
  }
});

const joining = (config: object) => ['phx_join', { access_token: 'TOKEN', config }] as const;

test.each([
  ['a topic that no text can hold', `open:${NUL}`, ...joining({ private: true })],
  ['a name that no text can hold', ROOM, ...joining({ private: true, presence: { key: NUL } })],
  [
    'a time before all times',
    ROOM,
    ...joining({ private: true, broadcast: { replay: { since: -9e15, limit: 1 } } }),
  ],
  [
    'a time after all times',
    ROOM,
    ...joining({ private: true, broadcast: { replay: { since: 1e300, limit: 1 } } }),
  ],
  [
    'a table that no text can hold',
    'tables',
    ...joining({ postgres_changes: [{ event: '*', schema: 'public', table: NUL }] }),
  ],
  [
    'a table that is half a letter',
    'tables',
    ...joining({ postgres_changes: [{ event: '*', schema: 'public', table: '\ud800' }] }),
  ],
  [
    'a filter that is no value',
    'tables',
    ...joining({
      postgres_changes: [{ event: '*', schema: 'public', table: 'customers', filter: 'user_id=eq.x' }],
    }),
  ],
  ['a presence that no text can hold', ROOM, 'presence', { event: 'track', payload: { [NUL]: NUL } }],
  ['a presence that is half a letter', ROOM, 'presence', { event: 'track', payload: { name: '\ud800' } }],
  [
    'a presence of numbers that grow when written',
    ROOM,
    'presence',
    { event: 'track', payload: { numbers: Array.from({ length: 5_000 }, () => 1e300) } },
  ],
  ['a presence that is a list', ROOM, 'presence', { event: 'track', payload: [] }],
  ['a broadcast without a name', ROOM, 'broadcast', { type: 'broadcast', payload: {} }],
  ['a broadcast that is a number', ROOM, 'broadcast', 7],
  ['an event that is not known', ROOM, '__proto__', {}],
])('%s is refused only to its sender, who stays', async (_, topic, event, payload) => {
  const clients = await bystanders();
  const sender = await inRoom(server!, offender!);
  const asked = JSON.parse(JSON.stringify(payload).replace('TOKEN', offender!.token)) as unknown;
  if (topic === ROOM && event === 'phx_join')
    expect((await sender.ask(ROOM, 'phx_leave', {})).status).toBe('ok');
  const { status, response } = await sender.ask(topic, event, asked);
  expect([status, typeof response.reason]).toEqual(['error', 'string']);
  await allHear(clients, 'after the refusal');
  expect((await sender.join('open:afterwards', offender!.token)).status).toBe('ok');
});

test('what realtime-js cannot have written closes its sender’s socket, and no other', async () => {
  const clients = await bystanders();
  const parts = ['1', '1', `realtime:${ROOM}`, 'raw', ''] as const;
  const good = binaryPush([...parts], 'bytes');
  const frames = [
    Buffer.alloc(0),
    good.subarray(0, 6),
    good.subarray(0, 20),
    binaryPush([...parts], 'bytes', { kind: 4 }),
    binaryPush([...parts], 'bytes', { encoding: 2 }),
    binaryPush([...parts], '{"cut":', { encoding: 1 }),
    Buffer.concat([Buffer.from([3, 1, 1, 1, 2, 0, 0]), Buffer.from([0x31, 0x31, 0x78, 0xff, 0xff])]),
    '[',
    '[1,2,3,4,5]',
    '{"topic":"realtime:open:hostile"}',
    deep(30_000),
    `["1","1","realtime:${ROOM}","broadcast",{"event":"x","payload":${deep(4_000)}}]`,
    `["1","1","realtime:${ROOM}","presence",{"event":"track","payload":{"deep":${deep(101)}}}]`,
    binaryPush([...parts], deep(4_000), { encoding: 1 }),
  ];
  for (const frame of frames) {
    const sender = await inRoom(server!, offender!);
    sender.socket.send(frame);
    expect(await sender.closed).toBe(1007);
  }
  await allHear(clients, 'after the frames');
});

test('a deep broadcast over HTTP is refused as such', async () => {
  const response = await fetch(`${server!.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: server!.keys.anonKey, authorization: `Bearer ${offender!.token}` },
    body: `{"messages":[{"topic":"${ROOM}","event":"x","private":true,"payload":${deep(50_000)}}]}`,
  });
  expect(response.status).toBe(422);
});
