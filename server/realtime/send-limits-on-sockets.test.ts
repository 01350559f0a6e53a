import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { aClinic, keepCall } from '../../supabase/tests/functions/testing/clinic.ts';
import { enterByLink } from '../testing/enter-by-link.ts';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { LIMITS } from './limits.ts';
import { openTopics } from './testing/open-topics.ts';
import { connectRaw } from './testing/raw-client.ts';

const LITTLE = {
  ...LIMITS,
  // So slow that a used-up limit stays used up during a test.
  bytesPerSecond: 100,
  bytesAtOnce: 40_000,
  bytesBeforeJoin: 8_000,
  messagesPerSecondPerUser: 1,
  tracksPerSecond: 0.01,
  tracksAtOnce: 3,
};
const ROOM = 'open:sending';
const MESSAGE = { type: 'broadcast', event: 'word', payload: {} };

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_SCALE: '1' }, { limits: LITTLE });
  await openTopics(server.database);
});
afterAll(() => server.stop());

async function connect() {
  const client = await connectRaw({ url: server.url, anonKey: server.keys.anonKey });
  onTestFinished(() => client.socket.terminate());
  return client;
}

async function inRoom(topic: string, token: string) {
  const client = await connect();
  expect((await client.join(topic, token)).status).toBe('ok');
  return client;
}

test('someone with the public key on the same network removes neither host nor patient from a call', async () => {
  const patient = await newPatient(server);
  const clinic = await aClinic(server.database);
  const id = await keepCall(server.database, patient, { clinic, startsAt: Date.now() });
  const exp = Math.floor(Date.now() / 1_000) + 600;
  const link = await server.keys.sign({ role: 'anon', call_id: id, call_sequence: 0, exp });
  await enterByLink(server, link);
  const [host, guest] = [await inRoom(`call:${id}`, link), await inRoom(`call:${id}`, patient.token)];
  const stranger = await connect();
  for (let sent = 0; sent <= LITTLE.bytesAtOnce + LITTLE.bytesBeforeJoin; sent += 10_000)
    stranger.socket.send(JSON.stringify(['1', '1', 'realtime:x', 'hello', 'x'.repeat(10_000)]));
  expect(await stranger.closed).toBe(1008);
  // As large as the message the stranger was refused.
  const signal = { ...MESSAGE, payload: 'x'.repeat(10_000) };
  expect((await host.ask(`call:${id}`, 'broadcast', signal)).status).toBe('ok');
  expect((await guest.ask(`call:${id}`, 'broadcast', signal)).status).toBe('ok');
  const again = await connect();
  expect((await again.join(`call:${id}`, link)).status).toBe('ok');
});

const post = (path: string, { token }: Patient, body: unknown) =>
  fetch(`${server.url}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers: {
      apikey: server.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
const listOf = (count: number, payload: unknown) => ({
  messages: Array.from({ length: count }, () => ({ topic: ROOM, event: 'word', payload, private: true })),
});

const LARGE = 'x'.repeat(15_000);
test.each([
  ['bytes', '', listOf(1, LARGE)],
  ['bytes, in the other form,', `/${ROOM}/events/word?private=true`, LARGE],
  ['messages', '', listOf(90, '')],
])('too many %s by HTTP are refused for a while, and for no one else', async (_, path, body) => {
  const [busy, quiet] = [await newPatient(server), await newPatient(server)];
  expect([(await post(path, busy, body)).status, (await post(path, busy, body)).status]).toEqual([202, 202]);
  const refused = await post(path, busy, body);
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'over_request_rate_limit' }]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await post(path, quiet, body)).status).toBe(202);
});

test('what was sent by HTTP counts on the socket', async () => {
  const somebody = await newPatient(server);
  const socket = await inRoom(ROOM, somebody.token);
  for (const size of [15_000, 15_000])
    expect((await post('', somebody, listOf(1, 'x'.repeat(size)))).status).toBe(202);
  socket.socket.send(
    JSON.stringify(['1', '9', `realtime:${ROOM}`, 'broadcast', { ...MESSAGE, payload: LARGE }]),
  );
  expect(await socket.closed).toBe(1008);
});

test('a topic and an event have a maximum length in both forms', async () => {
  const somebody = await newPatient(server);
  const long = 'x'.repeat(256);
  const paths = [`/${ROOM}/events/${long}?private=true`, `/open:${long}/events/word?private=true`];
  for (const path of paths) expect((await post(path, somebody, {})).status).toBe(422);
  for (const one of [
    { topic: ROOM, event: long },
    { topic: `open:${long}`, event: 'x' },
  ])
    expect((await post('', somebody, { messages: [{ ...one, payload: {}, private: true }] })).status).toBe(
      422,
    );
});

test('a person may update presence a fixed number of times, on any socket, and no one else is affected', async () => {
  const [busy, quiet] = [await newPatient(server), await newPatient(server)];
  const sockets = [await inRoom(ROOM, busy.token), await inRoom(ROOM, busy.token)];
  const track = { type: 'presence', event: 'track', payload: {} };
  const answers = [];
  for (let turn = 0; turn < 4; turn += 1) answers.push(await sockets[turn % 2]!.ask(ROOM, 'presence', track));
  expect(answers.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok', 'error']);
  expect(answers[3]!.response.reason).toMatch(/^ClientPresenceRateLimitReached/);
  expect((await sockets[1]!.ask(ROOM, 'presence', { ...track, event: 'untrack' })).status).toBe('ok');
  expect((await (await inRoom(ROOM, quiet.token)).ask(ROOM, 'presence', track)).status).toBe('ok');
});
