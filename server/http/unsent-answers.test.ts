import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { TestServer } from '../testing/test-server.ts';
import { send, signInPatient, startProbeServer, type Patient } from '../rest/testing.ts';
import { newPatient } from '../testing/patient.ts';

let server: TestServer;
let [ann, ben]: Patient[] = [];
beforeAll(async () => {
  server = await startProbeServer();
  [ann, ben] = [
    await signInPatient(server, 'ann@example.com'),
    await signInPatient(server, 'ben@example.com'),
  ];
  for (const patient of [ann, ben]) await keepEntries(patient);
});
afterAll(() => server.stop());

const keepEntries = ({ id }: Patient) =>
  server.database.query(
    `insert into public.entries (user_id, title, data)
     select $1, 'Entry ' || n, jsonb_build_object('text', repeat('x', 100000)) from generate_series(1, 75) n`,
    [id],
  );

type Asked = { method?: string; path?: string; body?: object };

/** Requests an answer (7.5 MB by default) and reads nothing of it. */
function askAndNotRead(
  { token }: Patient,
  { method = 'GET', path = '/rest/v1/entries', body }: Asked = {},
): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {}); // the server is free to end it
  socket.pause();
  const text = body ? JSON.stringify(body) : '';
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `apikey: ${server.keys.anonKey}`,
    `authorization: Bearer ${token}`,
    'prefer: return=representation',
    ...(body ? ['content-type: application/json', `content-length: ${text.length}`] : []),
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  return socket;
}

test('a client that requests much and reads nothing is refused more; no one else is, then or later', async () => {
  const statusFor = async ({ token }: Patient) =>
    (await send(server, token, 'entries?select=id&limit=1')).status;
  const sockets = Array.from({ length: 12 }, () => askAndNotRead(ann!));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  const refused = async () => (await send(server, ann!.token, 'entries')).status;
  await expect.poll(refused, { timeout: 20_000 }).toBe(429);
  expect(await statusFor(ben!)).toBe(200);
  for (const socket of sockets) socket.destroy();
  await expect.poll(refused, { timeout: 20_000 }).toBe(200);
});

test('responses to clients who have left count for nothing', async () => {
  const holder = await server.database.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table public.entries in access exclusive mode');
  // Not as Ann, who has kept the database busy and is limited to one request at a time for now.
  const sockets = Array.from({ length: 12 }, () => askAndNotRead(ben!));
  const waiting = `select from pg_locks where relation = 'public.entries'::regclass and not granted`;
  await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(3);
  for (const socket of sockets) socket.destroy();
  await holder.query('commit');
  await expect
    .poll(async () => (await send(server, ben!.token, 'entries')).status, { timeout: 20_000 })
    .toBe(200);
});

const fetchAs = ({ token }: Patient, path: string, method: string) =>
  fetch(server.url + path, {
    method,
    ...(method === 'POST' && { body: '{}' }),
    headers: { apikey: server.keys.anonKey, authorization: `Bearer ${token}` },
  });

describe('a client that has not read its responses', () => {
  let cara: Patient;
  let sockets: Socket[] = [];
  beforeAll(async () => {
    cara = await newPatient(server);
    await keepEntries(cara);
    // A completed write is always confirmed, however large the answer.
    const change = {
      method: 'PATCH',
      path: `/rest/v1/entries?user_id=eq.${cara.id}`,
      body: { note: 'New' },
    };
    sockets = Array.from({ length: 8 }, () => askAndNotRead(cara, change));
  });
  afterAll(() => sockets.forEach((socket) => socket.destroy()));

  test.each([
    ['functions', 'GET', '/functions/v1/fetch-scheduled-appointments', { code: 'too_many_requests' }],
    ['tables', 'GET', '/rest/v1/customers?select=user_id', { code: 'over_request_rate_limit' }],
    [
      'files',
      'POST',
      '/storage/v1/object/list/documents',
      { statusCode: '429', code: 'over_request_rate_limit' },
    ],
  ])('is refused at %s in its own shape, and no one else is', async (_, method, path, shape) => {
    await expect.poll(async () => (await fetchAs(cara, path, method)).status, { timeout: 15_000 }).toBe(429);
    const refused = await fetchAs(cara, path, method);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject(shape);
    expect((await fetchAs(await newPatient(server), path, method)).status).toBe(200);
  });
});

test('exports requested together and not read are limited too', async () => {
  const dora = await newPatient(server);
  const text = '"'.repeat(1_990);
  const answers = ['2026-11-01', '1', 'Yes', 'Yes', 'Yes', text, 'Yes', text];
  await server.database.query('alter table public.survey_responses disable trigger user');
  await server.database.query(
    `insert into public.survey_responses (user_id, survey, cycle_number, answers)
     select $1, 'applicator-use', 1, $2::jsonb from generate_series(1, 450)`,
    [dora.id, JSON.stringify(answers)],
  );
  await server.database.query('alter table public.survey_responses enable trigger user');
  const asked = { method: 'POST', path: '/functions/v1/export-my-data', body: { format: 'fhir' } };
  const sockets = Array.from({ length: 12 }, () => askAndNotRead(dora, asked));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  const statuses = await Promise.all(sockets.map(statusOf));
  expect(statuses).toContain('200');
  expect(statuses).toContain('429');
  expect(statuses.filter((status) => status === '200').length).toBeLessThan(7);
});

/** Reads only the first bytes of an answer. */
async function statusOf(socket: Socket): Promise<string> {
  await once(socket, 'readable');
  return (socket.read() as Buffer).toString('latin1', 9, 12);
}
