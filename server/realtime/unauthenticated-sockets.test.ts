import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { LIMITS } from './limits.ts';
import { openTopics } from './testing/open-topics.ts';
import { connectRaw } from './testing/raw-client.ts';

const FEW = {
  ...LIMITS,
  unauthenticatedSocketsPerAddress: 4,
  unauthenticatedSockets: 10,
  unauthenticatedTimeoutMs: 2_500,
};
const [CLINIC, HOME] = ['203.0.113.1', '198.51.100.1'];

let server: TestServer;
let patient: Patient;
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: 'true' }, { limits: FEW });
  await openTopics(server.database);
  patient = await newPatient(server);
});
afterAll(() => server.stop());

async function connect(from: string) {
  const place = { url: server.url, anonKey: server.keys.anonKey };
  const client = await connectRaw(place, { 'x-forwarded-for': from });
  onTestFinished(() => client.socket.terminate());
  return client;
}

/** Strangers. When the last one connects, the first have lost their place. */
async function crowd(from: string): Promise<void> {
  const first = await connect(from);
  for (let opened = 0; opened < 2 * FEW.unauthenticatedSocketsPerAddress; opened += 1) await connect(from);
  expect(await first.closed).toBe(1006);
}

/** Until it is released, the database answers no one who joins. */
async function whileJoinsWait(work: (waiting: () => Promise<number>) => Promise<void>): Promise<void> {
  await server.database.transaction(async (query) => {
    // A join queries the policies on this table, so it waits here.
    await query('lock table realtime.messages in exclusive mode');
    await work(async () => {
      const { rows } = await query(
        `select from pg_locks where relation = 'realtime.messages'::regclass and not granted`,
      );
      return rows.length;
    });
  });
}

test('strangers on the same network do not push out a patient who is joining', async () => {
  const client = await connect(CLINIC);
  let joining: ReturnType<typeof client.join>;
  await whileJoinsWait(async (waiting) => {
    joining = client.join('open:mine', patient.token);
    joining.catch(() => {}); // asserted below
    await expect.poll(waiting).toBe(1);
    await crowd(CLINIC);
  });
  expect((await joining!).status).toBe('ok');
  await crowd(CLINIC);
  expect(client.isOpen()).toBe(true);
});

test('a join that takes longer than the time a socket has is waited for', async () => {
  const [client, idle] = [await connect(HOME), await connect(HOME)];
  let joining: ReturnType<typeof client.join>;
  await whileJoinsWait(async (waiting) => {
    joining = client.join('open:mine', patient.token);
    joining.catch(() => {}); // asserted below
    await expect.poll(waiting).toBe(1);
    expect(await idle.closed).toBe(1008);
  });
  expect((await joining!).status).toBe('ok');
});

test('anyone who was refused counts as a stranger again', async () => {
  const client = await connect(CLINIC);
  expect((await client.join('closed:room', patient.token)).status).toBe('error');
  await crowd(CLINIC);
  expect(await client.closed).toBe(1006);
});

test('a socket that never joins is closed in time, however rare the heartbeats', async () => {
  const began = performance.now();
  expect(await (await connect(HOME)).closed).toBe(1008);
  expect(performance.now() - began).toBeLessThan(FEW.unauthenticatedTimeoutMs + 1_500);
});

test('past the limit of all addresses together, the address with the most loses one', async () => {
  const alone = await connect(HOME);
  const sockets: Awaited<ReturnType<typeof connect>>[] = [];
  for (let count = 0; count < FEW.unauthenticatedSockets; count += 1)
    sockets.push(await connect(`203.0.113.${10 + Math.floor(count / 3)}`));
  expect(await sockets[0]!.closed).toBe(1006);
  expect(sockets.slice(1).every(({ isOpen }) => isOpen())).toBe(true);
  expect(alone.isOpen()).toBe(true);
});
