import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '../auth/sessions.ts';
import type { User } from '../auth/users.ts';
import { holdTables } from '../testing/hold-tables.ts';
import { newPatient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const UNDER_WAY = 6;
const IN_LINE = 100;
const WITHIN = { timeout: 6_000 };
const NOTES = '/functions/v1/fetch-medical-notes';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // The first read locks every table, even the one locked below.
  expect((await ask((await newPatient(server)).token)).status).toBe(200);
});
afterAll(() => server.stop());

const ask = (token: string, init: RequestInit = {}) =>
  fetch(server.url + NOTES, {
    ...init,
    headers: { apikey: server.keys.anonKey, authorization: `Bearer ${token}` },
  });

test('calls of several tabs at once are all answered', async () => {
  const { token } = await newPatient(server);
  const asked = Array.from({ length: UNDER_WAY + IN_LINE }, () => ask(token));
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
});

test('hanging up leaves the call queue', async () => {
  const { token } = await newPatient(server);
  const held = await holdTables(server, 'public.medical_notes');
  const { hostname, port } = new URL(server.url);
  const head = ['Host: localhost', `apikey: ${server.keys.anonKey}`, `authorization: Bearer ${token}`];
  const answers: string[] = [];
  // One more than the limit. Once it is refused, the queue is full.
  const sockets = Array.from({ length: UNDER_WAY + IN_LINE + 1 }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('data', (data) => answers.push(data.toString()));
    socket.write(`GET ${NOTES} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    return socket;
  });
  await expect
    .poll(() => answers.join(''), WITHIN)
    .toContain('Too many attempts. Please try again in 1 second.');
  const refused = answers.join('');
  expect(refused).toMatch(/^HTTP\/1.1 429 /);
  expect(refused.toLowerCase()).toContain('\r\nretry-after: 1\r\n');
  expect(refused).toContain('"code":"too_many_requests"');
  expect(await held.blocked()).toBe(3);
  for (const socket of sockets) socket.destroy();
  // One more than the queue holds: if those who hung up were still queued, all of these would be refused.
  const statuses: number[] = [];
  const asked = Array.from({ length: IN_LINE + 1 }, async () => statuses.push((await ask(token)).status));
  await expect.poll(() => statuses, WITHIN).toEqual([429]);
  await held.release();
  await Promise.all(asked);
  expect(statuses.filter((status) => status === 200)).toHaveLength(IN_LINE);
});

test('a patient’s sessions together have one share of what functions do', async () => {
  const { id, token } = await newPatient(server);
  const other = await newPatient(server);
  const tokens = [token, ...(await Promise.all(Array.from({ length: 5 }, () => anotherSession(id))))];
  const held = await holdTables(server, 'public.medical_notes');
  const asked = tokens.flatMap((each) => [ask(each), ask(each), ask(each)]);
  await expect.poll(held.blocked, WITHIN).toBeGreaterThan(2);
  const read = await fetch(`${server.url}/rest/v1/customers?select=status`, {
    headers: { apikey: server.keys.anonKey, authorization: `Bearer ${other.token}` },
  });
  expect(read.status).toBe(200);
  expect(await held.blocked()).toBe(3);
  await held.release();
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
});

async function anotherSession(userId: string): Promise<string> {
  const { id } = await openSession(server.database.query, { id: userId } as User);
  const exp = Math.floor(Date.now() / 1000) + 600;
  return server.keys.sign({
    sub: userId,
    role: 'authenticated',
    aud: 'authenticated',
    session_id: id,
    exp,
  });
}
