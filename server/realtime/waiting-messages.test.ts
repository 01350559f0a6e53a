import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { LIMITS } from './limits.ts';
import { openTopics } from './testing/open-topics.ts';
import { connectRaw } from './testing/raw-client.ts';

const SMALL = { ...LIMITS, messagesWaiting: 5, bytesWaiting: 20_000 };

let server: TestServer;
let patient: Patient;
beforeAll(async () => {
  server = await startTestServer({}, { limits: SMALL });
  await openTopics(server.database);
  patient = await newPatient(server);
});
afterAll(() => server.stop());

async function connect() {
  const client = await connectRaw({ url: server.url, anonKey: server.keys.anonKey });
  onTestFinished(() => client.socket.terminate());
  const refused = (error: unknown) => error; // the socket was closed before the answer
  return {
    ...client,
    joins: () => client.join('open:waiting', patient.token).catch(refused),
    beats: (size = 0) => client.ask('', 'heartbeat', 'x'.repeat(size)).catch(refused),
  };
}

/** A join queries the policies on this table, so every message behind it waits. */
const whileJoinsWait = (work: (untilOneWaits: () => Promise<void>) => Promise<void>) =>
  server.database.transaction(async (query) => {
    await query('lock table realtime.messages in access exclusive mode');
    const waiting = `select from pg_locks where relation = 'realtime.messages'::regclass and not granted`;
    await work(() => expect.poll(async () => (await query(waiting)).rows.length, { timeout: 5_000 }).toBe(1));
  });

test.each([
  ['too many', SMALL.messagesWaiting, 0],
  ['too large', 2, SMALL.bytesWaiting / 2],
])('a socket whose waiting messages are %s is closed', async (_, count, size) => {
  const client = await connect();
  await whileJoinsWait(async (untilOneWaits) => {
    void client.joins();
    await untilOneWaits();
    for (let sent = 0; sent < count; sent += 1) void client.beats(size);
    expect(await client.closed).toBe(1008);
  });
});

test('answered messages no longer wait', async () => {
  const client = await connect();
  for (let turn = 0; turn < 3; turn += 1) {
    const answers = Array.from({ length: SMALL.messagesWaiting - 1 }, () => client.beats(4_000));
    expect(await Promise.all(answers)).toMatchObject(answers.map(() => ({ response: {} })));
  }
  expect(client.isOpen()).toBe(true);
});
