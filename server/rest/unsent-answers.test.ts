import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { TestServer } from '../testing/test-server.ts';
import { send, signInPatient, startProbeServer, type Patient } from './testing.ts';

let server: TestServer;
let [ann, ben]: Patient[] = [];
beforeAll(async () => {
  server = await startProbeServer();
  [ann, ben] = [
    await signInPatient(server, 'ann@example.com'),
    await signInPatient(server, 'ben@example.com'),
  ];
  for (const patient of [ann, ben])
    await server.database.query(
      `insert into public.entries (user_id, title, data)
       select $1, 'Entry ' || n, jsonb_build_object('text', repeat('x', 100000)) from generate_series(1, 75) n`,
      [patient.id],
    );
});
afterAll(() => server.stop());

/** Asks for an answer of 7.5 MB and reads nothing of it. */
function askAndNotRead({ token }: Patient): Socket {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.on('error', () => {}); // the server is free to end it
  socket.pause();
  socket.write(
    `GET /rest/v1/entries HTTP/1.1\r\nHost: localhost\r\napikey: ${server.keys.anonKey}\r\nauthorization: Bearer ${token}\r\n\r\n`,
  );
  return socket;
}

test('whoever asks for much and takes nothing is refused more of it; nobody else is, and neither are they afterwards', async () => {
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

test('answers to those who have left before count for nothing', async () => {
  const holder = await server.database.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table public.entries in access exclusive mode');
  // Not Ann, who has kept the database busy and is served one thing at a time for now.
  const sockets = Array.from({ length: 12 }, () => askAndNotRead(ben!));
  const waiting = `select from pg_locks where relation = 'public.entries'::regclass and not granted`;
  await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(3);
  for (const socket of sockets) socket.destroy();
  await holder.query('commit');
  await expect
    .poll(async () => (await send(server, ben!.token, 'entries')).status, { timeout: 20_000 })
    .toBe(200);
});
