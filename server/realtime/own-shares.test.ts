import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { aClinic, keepCall } from '../../supabase/tests/functions/testing/clinic.ts';
import { enterByLink } from '../testing/enter-by-link.ts';
import { holdTables } from '../testing/hold-tables.ts';
import { newPatient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { connectRaw } from './testing/raw-client.ts';

const AT_ONCE = 3;
const IN_LINE = 100;
const WITHIN = { timeout: 6_000 };

let server: TestServer;
let call: string;
let link: string;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' });
  const clinic = await aClinic(server.database);
  call = await keepCall(server.database, await newPatient(server), { clinic, startsAt: Date.now() });
  const exp = Math.floor(Date.now() / 1000) + 600;
  link = await server.keys.sign({ role: 'anon', call_id: call, call_sequence: 0, exp });
  await enterByLink(server, link);
});
afterAll(() => server.stop());

/** Until it is released, no one learns their rights in a channel. */
const holdRights = () => holdTables(server, 'realtime.messages');

const broadcast = async (token: string, address: string) => {
  const answer = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
    method: 'POST',
    headers: { apikey: server.keys.anonKey, authorization: `Bearer ${token}`, 'x-forwarded-for': address },
    body: JSON.stringify({ messages: [{ topic: `call:${call}`, event: 'word', payload: 1, private: true }] }),
  });
  return answer.status;
};
const many = (count: number, token: string, address: string) =>
  Array.from({ length: count }, () => broadcast(token, address));

const joinAsHost = async (address: string) => {
  const host = await connectRaw(
    { url: server.url, anonKey: server.keys.anonKey },
    { 'x-forwarded-for': address },
  );
  onTestFinished(() => host.socket.terminate());
  return host.join(`call:${call}`, link);
};

test('anonymous callers have a share per address, and a call’s host has their own', async () => {
  const held = await holdRights();
  const asked = many(20, server.keys.anonKey, '192.0.2.1');
  await expect.poll(held.blocked, WITHIN).toBe(AT_ONCE);
  asked.push(...many(20, server.keys.anonKey, '192.0.2.2'));
  await expect.poll(held.blocked, WITHIN).toBe(AT_ONCE * 2);
  const joined = joinAsHost('192.0.2.1');
  await expect.poll(held.blocked, WITHIN).toBe(AT_ONCE * 2 + 1);
  await held.release();
  expect(new Set(await Promise.all(asked))).toEqual(new Set([403]));
  expect(await joined).toMatchObject({ status: 'ok' });
});

test('anyone who asks more than their queue holds is told so', async () => {
  const held = await holdRights();
  const asked = many(AT_ONCE + IN_LINE, link, '192.0.2.3');
  const more = many(50, link, '192.0.2.3');
  // When someone is refused, the queue is full.
  expect(await Promise.race(more)).toBe(429);
  expect(await joinAsHost('192.0.2.4')).toMatchObject({
    status: 'error',
    response: { reason: 'ClientRateLimitReached: Too many requests at once. Please try again.' },
  });
  await held.release();
  await Promise.all([...asked, ...more]);
  expect(await joinAsHost('192.0.2.4')).toMatchObject({ status: 'ok' });
});

test('a former host, whose link no longer opens anything, is in no queue of the new host', async () => {
  const linkTo = (sequence: number) =>
    server.keys.sign({
      role: 'anon',
      call_id: call,
      call_sequence: sequence,
      exp: Math.floor(Date.now() / 1000) + 600,
    });
  const held = await holdRights();
  const asked = many(AT_ONCE + IN_LINE + 50, await linkTo(7), '192.0.2.6');
  expect(await Promise.race(asked)).toBe(429);
  const host = broadcast(await linkTo(8), '192.0.2.6');
  await expect.poll(held.blocked, WITHIN).toBe(AT_ONCE + 1);
  await held.release();
  expect(await host).toBe(403);
  await Promise.all(asked);
});

test('a former host with a full queue is removed right away when the call is reassigned, and delays no message there', async () => {
  const patient = await newPatient(server);
  const clinic = await aClinic(server.database);
  const id = await keepCall(server.database, patient, { clinic, startsAt: Date.now() });
  const exp = Math.floor(Date.now() / 1000) + 600;
  const token = await server.keys.sign({ role: 'anon', call_id: id, call_sequence: 0, exp });
  const connect = async () => {
    const client = await connectRaw({ url: server.url, anonKey: server.keys.anonKey });
    onTestFinished(() => client.socket.terminate());
    return client;
  };
  await enterByLink(server, token);
  const [guest, former] = [await connect(), await connect()];
  await guest.join(`call:${id}`, patient.token, { broadcast: { ack: true, self: true } });
  expect(await former.join(`call:${id}`, token)).toMatchObject({ status: 'ok' });
  const shown = { type: 'presence', event: 'track', payload: {} };
  expect(await former.ask(`call:${id}`, 'presence', shown)).toMatchObject({ status: 'ok' });

  const headers = { apikey: server.keys.anonKey, authorization: `Bearer ${token}` };
  const read = async () => (await fetch(`${server.url}/rest/v1/blog_articles`, { headers })).status;
  expect(await read()).toBe(200); // the schema is cached from here on
  const held = await holdTables(server, 'public.blog_articles');
  const asked = Array.from({ length: 20 }, read);
  await expect.poll(held.blocked, WITHIN).toBe(AT_ONCE);
  await server.database.query('update public.appointments set host_id = $2 where id = $1', [
    id,
    (await aClinic(server.database)).hostIds[0],
  ]);
  const signal = { type: 'broadcast', event: 'signal', payload: 'for the new host' };
  expect(await guest.ask(`call:${id}`, 'broadcast', signal)).toMatchObject({ status: 'ok' });
  await expect.poll(() => guest.received, { timeout: 3_000 }).toMatchObject([signal]);
  const presences = 'select from portal_server.presences where topic = $1';
  const isShown = async () => (await server.database.query(presences, [`call:${id}`])).rows.length > 0;
  await expect.poll(isShown, { timeout: 3_000 }).toBe(false);
  expect(await held.blocked()).toBe(AT_ONCE);
  expect(former.received).toEqual([]);
  await held.release();
  await Promise.all(asked);
});

const enterCall = () =>
  fetch(`${server.url}/functions/v1/enter-call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys.anonKey}`, 'x-forwarded-for': '192.0.2.5' },
    body: JSON.stringify({ token: link }),
  });

test('a host who tries to enter the call too often is told when to come back', async () => {
  expect((await enterCall()).status).toBe(200);
  const held = await holdTables(server, 'public.appointments');
  const refused: Response[] = [];
  const asked = Array.from({ length: 300 }, async () => {
    const answer = await enterCall();
    if (answer.status !== 200) refused.push(answer);
  });
  await expect.poll(() => refused.length, WITHIN).toBeGreaterThan(0);
  await held.release();
  await Promise.all(asked);
  for (const { status, headers } of refused) {
    expect([429, 503]).toContain(status);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
});
