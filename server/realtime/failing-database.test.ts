import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { openTopics } from './testing/open-topics.ts';
import { connectRaw } from './testing/raw-client.ts';

const ROOM = 'open:failing';
const MESSAGE = { type: 'broadcast', event: 'word', payload: {} };
const POOL = 10;

let [server, other]: TestServer[] = [];
let patient: Patient;
const failed: unknown[] = [];

beforeAll(async () => {
  server = await startTestServer(
    {},
    { log: (event, fields) => void (event === 'realtime failed' && failed.push(fields?.['part'])) },
  );
  other = await startTestServer({}, { database: { url: server.databaseUrl } });
  await openTopics(server.database);
  patient = await newPatient(server);
});
afterAll(async () => {
  await other!.stop();
  await server!.stop();
});

async function connect() {
  const client = await connectRaw({ url: server!.url, anonKey: server!.keys.anonKey });
  onTestFinished(() => client.socket.terminate());
  return client;
}

async function inRoom(config = {}) {
  const client = await connect();
  expect((await client.join(ROOM, patient.token, config)).status).toBe('ok');
  return client;
}

/** While this database function is missing, everything that needs it fails. */
async function without(name: string, argument: string, work: () => Promise<void>): Promise<void> {
  const { query } = server!.database;
  await query(`alter function portal_server.${name}(${argument}) rename to ${name}_away`);
  try {
    await work();
  } finally {
    await query(`alter function portal_server.${name}_away(${argument}) rename to ${name}`);
  }
}

test('a message that the database rejects is refused, and its sender stays', async () => {
  const [speaker, listener] = [await inRoom(), await inRoom()];
  const hasty = await inRoom({ broadcast: { ack: false } });
  await without('announce_in', 'text[], text[]', async () => {
    hasty.socket.send(JSON.stringify(['1', null, `realtime:${ROOM}`, 'broadcast', MESSAGE]));
    expect(await speaker.ask(ROOM, 'broadcast', MESSAGE)).toEqual({
      status: 'error',
      response: { reason: 'Unknown Error on Channel' },
    });
    expect((await hasty.ask(ROOM, 'nothing', {})).status).toBe('error');
    // No one tells the hasty one, and its word may be the later one.
    await expect.poll(() => failed).toEqual(['broadcast', 'broadcast']);
  });
  expect(await speaker.ask(ROOM, 'broadcast', MESSAGE)).toEqual({ status: 'ok', response: {} });
  await expect.poll(() => [listener.received, hasty.received]).toEqual([[MESSAGE], [MESSAGE]]);
});

test('a channel whose presence could not be shown is left, and rejoined on the same socket', async () => {
  const client = await connect();
  const topic = 'open:people';
  const left = new Promise((done) => {
    client.socket.on('message', (data) => {
      const [, , from, event] = JSON.parse((data as Buffer).toString()) as string[];
      if (event === 'phx_error') done(from);
    });
  });
  await without('presence_state', 'text', async () => {
    await client.join(topic, patient.token);
    expect(await left).toBe(`realtime:${topic}`);
    expect((await client.ask(topic, 'broadcast', MESSAGE)).response.reason).toBe('unmatched topic');
  });
  expect((await client.join(topic, patient.token)).status).toBe('ok');
  expect((await client.ask(topic, 'broadcast', MESSAGE)).status).toBe('ok');
});

test('a large message is heard even while every pool connection is taken', async () => {
  const listener = await inRoom();
  const { promise: enough, resolve: release } = Promise.withResolvers<void>();
  const taken = Array.from({ length: POOL }, () => server!.database.transaction(() => enough));
  onTestFinished(async () => {
    release();
    await Promise.all(taken);
  });
  await expect.poll(() => server!.database.load().idle).toBe(0);
  const large = { ...MESSAGE, payload: 'x'.repeat(20_000) };
  await other!.database.query('select portal_server.announce($1)', [
    [JSON.stringify({ kind: 'broadcast', id: '1', topic: ROOM, ...large })],
  ]);
  await expect.poll(() => listener.received, { timeout: 3_000 }).toEqual([large]);
});
