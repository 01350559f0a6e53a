import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { signIn } from '../auth/testing/patients.ts';
import { freePort } from '../testing/spawn-portal.ts';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { LIMITS } from './limits.ts';
import { joined, privateChannel, realtimeOf, refusalOf } from './testing/clients.ts';
import { openTopics } from './testing/open-topics.ts';

let server: TestServer;
let patient: Patient;

beforeAll(async () => {
  server = await startTestServer();
  await openTopics(server.database);
  patient = await newPatient(server);
});
afterAll(() => server.stop());

const beside = async (choices: Parameters<typeof startTestServer>[1] = {}) => {
  const other = await startTestServer({}, { database: { url: server.databaseUrl }, ...choices });
  onTestFinished(() => other.stop());
  return other;
};

test('after a server restart the client reconnects by itself, waiting 1, 2, 5, 10 and 10 seconds between tries', async () => {
  const port = await freePort();
  const first = await startTestServer({}, { database: { url: server.databaseUrl }, port });
  const client = realtimeOf(first, patient.token);
  const { channel, received } = privateChannel(client, 'open:restart', { self: true });
  await joined(channel);
  expect([1, 2, 3, 4, 5].map((tries) => client.reconnectAfterMs(tries))).toEqual([
    1_000, 2_000, 5_000, 10_000, 10_000,
  ]);
  await first.stop();
  await expect.poll(() => client.isConnected()).toBe(false);
  await beside({ port });
  await expect.poll(() => channel.state, { timeout: 10_000 }).toBe('joined');
  expect(await channel.send({ type: 'broadcast', event: 'again', payload: {} })).toBe('ok');
  await expect.poll(() => received).toEqual([{ event: 'again', payload: {} }]);
});

test('signing out closes the session’s sockets right away, on every server, and no others', async () => {
  const other = await beside();
  const { client: portal, session } = await signIn(server, 'leaving@example.com');
  const leaving = realtimeOf(other, session.access_token);
  const staying = realtimeOf(other, patient.token);
  await joined(privateChannel(leaving, 'open:leaving').channel);
  await joined(privateChannel(staying, 'open:leaving').channel);
  const began = performance.now();
  await portal.auth.signOut();
  await expect.poll(() => leaving.isConnected(), { interval: 10 }).toBe(false);
  expect(performance.now() - began).toBeLessThan(1_000);
  expect(staying.isConnected()).toBe(true);
  const again = realtimeOf(other, session.access_token);
  expect(await refusalOf(privateChannel(again, 'open:leaving').channel)).toBe(
    'InvalidJWTToken: The session has ended',
  );
});

test('revoking an invitation closes the sockets too', async () => {
  const { session } = await signIn(server, 'uninvited@example.com');
  const client = realtimeOf(server, session.access_token);
  await joined(privateChannel(client, 'open:uninvited').channel);
  await server.database.query(
    `update public.invitations set revoked_at = now() where email = 'uninvited@example.com'`,
  );
  await expect.poll(() => client.isConnected()).toBe(false);
});

test('a channel ends with its token, unless a fresh one arrived', async () => {
  const claims = JSON.parse(Buffer.from(patient.token.split('.')[1]!, 'base64url').toString()) as object;
  const lasting = (seconds: number) =>
    server.keys.sign({ ...claims, exp: Math.floor(Date.now() / 1_000) + seconds });
  const [ending, renewed] = [realtimeOf(server, await lasting(2)), realtimeOf(server, await lasting(2))];
  const messages: string[] = [];
  const one = privateChannel(ending, 'open:ending').channel;
  one.on('system', {}, ({ message }: { message: string }) => messages.push(message));
  const two = privateChannel(renewed, 'open:ending').channel;
  await joined(one);
  await joined(two);
  await renewed.setAuth(await lasting(600));
  await expect.poll(() => one.state, { timeout: 5_000 }).toBe('closed');
  expect(messages).toEqual(['Token has expired']);
  expect(two.state).toBe('joined');
});

test('an invalid fresh token ends the channel', async () => {
  const client = realtimeOf(server, patient.token);
  const { channel } = privateChannel(client, 'open:fresh');
  await joined(channel);
  await client.setAuth('nonsense');
  await expect.poll(() => channel.state).toBe('closed');
});

test('a server that lost its listening connection disconnects its clients, and they come back', async () => {
  const client = realtimeOf(server, patient.token);
  const { channel, received } = privateChannel(client, 'open:listening', { self: true });
  await joined(channel);
  await server.database.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen realtime'`,
  );
  await expect.poll(() => client.isConnected()).toBe(false);
  await expect.poll(() => client.isConnected() && channel.state, { timeout: 10_000 }).toBe('joined');
  await channel.send({ type: 'broadcast', event: 'back', payload: {} });
  await expect.poll(() => received.length).toBe(1);
});

test('a client that misses two heartbeats is dropped, and one that sends them stays', async () => {
  const strict = await beside({ limits: { ...LIMITS, heartbeat: 1_500 } });
  const beating = (heartbeatIntervalMs: number) =>
    realtimeOf(strict, patient.token, { heartbeatIntervalMs, reconnectAfterMs: () => 60_000 });
  const [silent, steady] = [beating(60_000), beating(200)];
  await joined(privateChannel(silent, 'open:silent').channel);
  await joined(privateChannel(steady, 'open:silent').channel);
  await expect.poll(() => silent.isConnected()).toBe(false);
  expect(steady.isConnected()).toBe(true);
});
