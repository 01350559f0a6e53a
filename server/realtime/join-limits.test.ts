import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Caller } from '../database/query-types.ts';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createJoinLimits } from './join-limits.ts';
import { LIMITS } from './limits.ts';
import { openTopics } from './testing/open-topics.ts';
import { connectRaw } from './testing/raw-client.ts';

const ROOM = 'open:joins';
const TOO_MANY = {
  status: 'error',
  response: { reason: 'ClientJoinRateLimitReached: Too many anonymous joins' },
};

let server: TestServer;
let patient: Patient;

beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT_SCALE: '1', TRUST_PROXY: 'true' });
  await openTopics(server.database);
  patient = await newPatient(server);
});
afterAll(() => server.stop());

async function connect(address: string) {
  const place = { url: server.url, anonKey: server.keys.anonKey };
  const client = await connectRaw(place, { 'x-forwarded-for': address });
  onTestFinished(() => client.socket.terminate());
  return client;
}

const connectMany = (addresses: string[]) => Promise.all(addresses.map(connect));

/** Queries on this table wait. `waiting` tells how many do. */
const whileLocked = (table: string, work: (waiting: () => Promise<number>) => Promise<void>) =>
  server.database.transaction(async (query) => {
    await query(`lock table ${table} in access exclusive mode`);
    const waiting = `select from pg_locks where relation = '${table}'::regclass and not granted`;
    await work(async () => (await query(waiting)).rows.length);
  });

/** All of these join at the same time. Returns the answers as they arrive. */
async function answersTo(addresses: string[], token: string) {
  const answers: unknown[] = [];
  const clients = await connectMany(addresses);
  const all = Promise.all(
    clients.map(async (client) => {
      answers.push(await client.join(ROOM, token));
    }),
  );
  return { answers, all };
}

const ANYWHERE = Array.from({ length: 30 }, (_, number) => `198.51.100.${number}`);
const HERE = ANYWHERE.map(() => '203.0.113.7');

test.each([
  ['all together', ANYWHERE, LIMITS.anonymousJoinsAtOnce],
  ['from one address', HERE, LIMITS.anonymousJoinsAtOncePerAddress],
])('anonymous joins %s take few database connections, and more are refused', async (_, from, most) => {
  await whileLocked('realtime.messages', async (waiting) => {
    const { answers, all } = await answersTo(from, server.keys.anonKey);
    onTestFinished(() => all.then(() => {}));
    await expect.poll(() => answers.length).toBe(from.length - most);
    expect(answers).toEqual(answers.map(() => TOO_MANY));
    await expect.poll(waiting).toBe(most);
    expect(server.database.load().waiting).toBe(0);
  });
});

test('signed-in joins still work, even from the same address', async () => {
  const anonymous = await answersTo(HERE, server.keys.anonKey);
  const signedIn = await answersTo(HERE.slice(0, LIMITS.socketsPerUser), patient.token);
  await Promise.all([anonymous.all, signedIn.all]);
  expect(anonymous.answers).toContainEqual(TOO_MANY);
  expect(signedIn.answers).toEqual(signedIn.answers.map(() => expect.objectContaining({ status: 'ok' })));
});

test('one person’s many sockets wait for each other, and for no one else', async () => {
  const [busy, quiet] = [await newPatient(server), await newPatient(server)];
  let many: Awaited<ReturnType<typeof answersTo>>;
  await whileLocked('realtime.messages', async (waiting) => {
    many = await answersTo(HERE.slice(0, LIMITS.socketsPerUser), busy.token);
    await expect.poll(waiting).toBe(LIMITS.joinsAtOncePerUser);
    await answersTo(HERE.slice(0, 1), quiet.token);
    await expect.poll(waiting).toBe(LIMITS.joinsAtOncePerUser + 1);
  });
  await many!.all;
  expect(many!.answers).toEqual(many!.answers.map(() => expect.objectContaining({ status: 'ok' })));
});

test('a join with many subscriptions checks them one after another', async () => {
  const client = await connect('203.0.113.8');
  const wish = { event: '*', schema: 'public', table: 'customers' };
  const config = { private: false, postgres_changes: Array.from({ length: 10 }, () => wish) };
  await whileLocked('public.customers', async (waiting) => {
    const joined = client.join('tables', patient.token, config);
    onTestFinished(async () => expect((await joined).status).toBe('ok'));
    await expect.poll(waiting).toBe(1);
    expect(server.database.load()).toMatchObject({ waiting: 0 });
  });
});

test('a fresh token that is the public key counts as a join', async () => {
  const client = await connect('203.0.113.9');
  const config = { private: false, postgres_changes: [{ event: '*', schema: 'public' }] };
  await expect.poll(async () => (await client.join('tables', server.keys.anonKey, config)).status).toBe('ok');
  const ended = new Promise((done) => {
    client.socket.on('message', (data) => {
      if ((data as Buffer).toString().includes(TOO_MANY.response.reason)) done('ended');
    });
  });
  for (let count = 0; count < 50; count += 1)
    client.ask('tables', 'access_token', { access_token: server.keys.anonKey }).catch(() => {});
  expect(await ended).toBe('ended');
});

const nobody: Caller = { role: 'anon', claims: '{"role":"anon"}', userId: null, sessionId: null };
const host: Caller = { ...nobody, claims: '{"role":"anon","call_id":"1"}' };
const service: Caller = { ...nobody, role: 'service_role' };

test('anonymous joins have a limit a second per address, times the scale, and one overall', async () => {
  let clock = 0;
  const limits = {
    ...LIMITS,
    anonymousJoinsPerSecond: 5,
    anonymousJoinsPerSecondPerAddress: 1,
    anonymousJoinsAtOnce: 100,
    anonymousJoinsAtOncePerAddress: 100,
  };
  const limitJoins = createJoinLimits(limits, 2, () => clock);
  const joins = (caller: Caller, address: string) =>
    limitJoins(caller, address, () => Promise.resolve(true)).catch(() => false);
  const from = async (caller: Caller, addresses: string) =>
    Promise.all(addresses.split('').map((address) => joins(caller, address)));
  expect(await from(nobody, 'aaa')).toEqual([true, true, false]);
  expect(await from(nobody, 'bbcd')).toEqual([true, true, true, false]);
  expect(await from(host, 'aaa')).toEqual([true, true, true]);
  expect(await from(service, 'aaa')).toEqual([true, true, true]);
  clock = 1_000;
  expect(await from(nobody, 'a')).toEqual([true]);
});
