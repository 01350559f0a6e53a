import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { LIMITS, perSecond } from './limits.ts';
import { joined, privateChannel, realtimeOf, refusalOf } from './testing/clients.ts';
import { openTopics } from './testing/open-topics.ts';

const SMALL = {
  ...LIMITS,
  channelsPerSocket: 3,
  joinsPerSecond: 6,
  messagesPerSecond: 30,
  socketsPerUser: 2,
  unauthenticatedSocketsPerAddress: 10,
  unauthenticatedTimeoutMs: 300,
  heartbeat: 500,
};

let server: TestServer;
let patient: Patient;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_SCALE: '1' }, { limits: SMALL });
  await openTopics(server.database);
  patient = await newPatient(server);
});
afterAll(() => server.stop());

function open(
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
  { url, keys }: TestServer = server,
): WebSocket {
  const address = new URL(`${url.replace('http', 'ws')}/realtime/v1/websocket`);
  address.search = new URLSearchParams({ apikey: keys.anonKey, vsn: '2.0.0', ...query }).toString();
  const socket = new WebSocket(address, { headers });
  onTestFinished(() => socket.terminate());
  closings.set(
    socket,
    new Promise((done) => {
      socket.once('close', done);
    }),
  );
  return socket;
}

/** Collected from the start, because a socket may close while a test still waits for something else. */
const closings = new Map<WebSocket, Promise<number>>();
const closedWith = (socket: WebSocket): Promise<number> => closings.get(socket)!;

/** The answer to a connection: the status of a refusal, or 101. */
const doorSays = (socket: WebSocket) =>
  new Promise<number>((done) => {
    socket.once('open', () => done(101));
    socket.once('error', () => {});
    socket.once('unexpected-response', (_, response) => done(response.statusCode ?? 0));
  });

test('a connection needs a key, a supported version and one of our pages', async () => {
  expect(await doorSays(open())).toBe(101);
  expect(await doorSays(open({ apikey: '' }))).toBe(401);
  expect(await doorSays(open({ apikey: `${server.keys.anonKey}x` }))).toBe(401);
  expect(await doorSays(open({ apikey: patient.token }))).toBe(401);
  expect(await doorSays(open({ vsn: '3.0.0' }))).toBe(400);
  expect(await doorSays(open({}, { origin: 'https://elsewhere.example' }))).toBe(403);
  expect(await doorSays(open({}, { origin: server.url }))).toBe(101);
});

test('a fourth channel on a socket is refused, and so is joining too often', async () => {
  const client = realtimeOf(server, patient.token);
  for (const room of ['a', 'b', 'c']) await joined(privateChannel(client, `open:${room}`).channel);
  expect(await refusalOf(privateChannel(client, 'open:d').channel)).toBe(
    'ChannelRateLimitReached: Too many channels',
  );
  const refusals = await Promise.all(
    Array.from({ length: 8 }, (_, n) => refusalOf(privateChannel(client, `open:more-${n}`).channel)),
  );
  expect(refusals).toContain('ClientJoinRateLimitReached: Too many joins per second');
});

test('a third socket of one person is refused, until one of the others is closed', async () => {
  const somebody = await newPatient(server);
  const clients = [1, 2, 3].map(() => realtimeOf(server, somebody.token));
  const join = (index: number) => refusalOf(privateChannel(clients[index]!, 'open:mine').channel);
  expect([await join(0), await join(1)]).toEqual(['joined', 'joined']);
  expect(await join(2)).toBe('ConnectionRateLimitReached: Too many connected users');
  await clients[0]!.disconnect();
  await expect
    .poll(() => refusalOf(privateChannel(realtimeOf(server, somebody.token), 'open:mine').channel))
    .toBe('joined');
});

test('sockets that close while they join are not counted', async () => {
  const somebody = await newPatient(server);
  const sockets = Array.from({ length: SMALL.socketsPerUser }, () => open());
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  await server.database.transaction(async (query) => {
    // A join queries the policies on this table, so it waits here.
    await query('lock table realtime.messages in exclusive mode');
    const payload = { access_token: somebody.token, config: { private: true } };
    for (const socket of sockets)
      socket.send(JSON.stringify(['1', '1', 'realtime:open:mine', 'phx_join', payload]));
    const waiting = `select from pg_locks where relation = 'realtime.messages'::regclass and not granted`;
    await expect
      .poll(async () => (await query(waiting)).rows.length, { timeout: 5_000 })
      .toBe(sockets.length);
    for (const socket of sockets) socket.close();
    await Promise.all(sockets.map(closedWith));
  });
  await expect
    .poll(() => refusalOf(privateChannel(realtimeOf(server, somebody.token), 'open:mine').channel))
    .toBe('joined');
});

test('a message that is too large, too many messages and invalid ones close the socket', async () => {
  const frame = (payload: unknown) => JSON.stringify([null, '1', 'phoenix', 'heartbeat', payload]);
  const opened = async () => {
    const socket = open();
    await once(socket, 'open');
    return socket;
  };
  const large = await opened();
  large.send(frame('x'.repeat(SMALL.messageBytes)));
  expect(await closedWith(large)).toBe(1009);
  const many = await opened();
  for (let count = 0; count <= SMALL.messagesPerSecond; count += 1) many.send(frame({}));
  expect(await closedWith(many)).toBe(1008);
  const heavy = await opened();
  for (let sent = 0; sent <= SMALL.bytesAtOnce; sent += 50_000) heavy.send(frame('x'.repeat(50_000)));
  expect(await closedWith(heavy)).toBe(1008);
  const odd = await opened();
  odd.send('{"not": "a list"}');
  expect(await closedWith(odd)).toBe(1007);
  const short = await opened();
  short.send(Buffer.from([3, 200, 1, 1, 1, 0, 1]));
  expect(await closedWith(short)).toBe(1007);
});

test('a socket that never joins as a person is closed, whatever it joined with the public key', async () => {
  const [idle, anonymous] = [open(), open()];
  await Promise.all([once(idle, 'open'), once(anonymous, 'open')]);
  const config = { postgres_changes: [{ event: '*', schema: 'public' }] };
  const payload = { access_token: server.keys.anonKey, config };
  anonymous.send(JSON.stringify(['1', '1', 'realtime:tables', 'phx_join', payload]));
  const [answer] = (await once(anonymous, 'message')) as [Buffer];
  expect(answer.toString()).toContain('"status":"ok"');
  expect([await closedWith(idle), await closedWith(anonymous)]).toEqual([1008, 1008]);
});

test('past an address’s limit for unidentified sockets the oldest are closed, and no one’s who joined', async () => {
  // The others' time limit would close them first on a busy machine.
  const patientServer = await startTestServer(
    { RATE_LIMIT_SCALE: '1' },
    { limits: { ...SMALL, unauthenticatedTimeoutMs: 60_000 } },
  );
  onTestFinished(() => patientServer.stop());
  await openTopics(patientServer.database);
  const member = await newPatient(patientServer);
  const signedIn = realtimeOf(patientServer, member.token);
  await joined(privateChannel(signedIn, 'open:mine').channel);
  const sockets: WebSocket[] = [];
  for (let count = 0; count < SMALL.unauthenticatedSocketsPerAddress + 4; count += 1) {
    const socket = open({}, {}, patientServer);
    sockets.push(socket);
    expect(await doorSays(socket)).toBe(101);
  }
  const oldest = sockets.slice(0, 4);
  expect(await Promise.all(oldest.map(closedWith))).toEqual(oldest.map(() => 1006));
  expect(sockets.slice(4).map(({ readyState }) => readyState)).toEqual(
    sockets.slice(4).map(() => WebSocket.OPEN),
  );
  expect(signedIn.isConnected()).toBe(true);
});

test('a fixed number a second, and again in the next one', () => {
  let clock = 0;
  const may = perSecond(2, () => clock);
  expect([may(), may(), may()]).toEqual([true, true, false]);
  clock = 1_000;
  expect(may()).toBe(true);
});
