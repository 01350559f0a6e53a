import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { refreshTokenOf } from './auth/refresh-token.ts';
import { openSession } from './auth/sessions.ts';
import type { User } from './auth/users.ts';
import { aClinic, keepCall } from '../supabase/tests/functions/testing/clinic.ts';
import { connectRaw } from './realtime/testing/raw-client.ts';
import { enterByLink } from './testing/enter-by-link.ts';
import { serveWithDeno } from './testing/deno.ts';
import { holdTables } from './testing/hold-tables.ts';
import { newPatient, type Patient } from './testing/patient.ts';
import { withTestServer, type TestServer } from './testing/test-server.ts';

// Everyone here has the same address. People identified by a token or a call's link only use their own
// limits.
const SCALE = '0.05';
const MAX_TRIES = 40;

let server: TestServer;
let patient: Patient;
let [call, room, link]: string[] = [];
beforeEach(async () => {
  server = await withTestServer({ RATE_LIMIT_SCALE: SCALE });
  const { database, keys } = server;
  patient = await newPatient(server);
  call = await keepCall(database, patient, { clinic: await aClinic(database), startsAt: Date.now() });
  const { rows } = await database.query('select room from public.appointments where id = $1', [call]);
  room = String(rows[0]!['room']);
  const exp = Math.floor(Date.now() / 1000) + 600;
  link = await keys.sign({ role: 'anon', call_id: call, call_sequence: 0, exp });
});

type Asked = { path: string; method?: string; body?: () => unknown; token?: string };

const ask = ({ path, body, method = body ? 'POST' : 'GET', token = server.keys.anonKey }: Asked) =>
  fetch(path.startsWith('http') ? path : server.url + path, {
    method,
    headers: {
      apikey: server.keys.anonKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-forwarded-for': '127.0.0.1',
    },
    ...(body && { body: JSON.stringify(body()) }),
  });

/** A stranger with the public key sends requests until one is refused. */
async function useUp(asked: Asked): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) if ((await ask(asked)).status === 429) return;
  throw new Error(`${asked.path} was never refused`);
}

const stranger = () => `${randomUUID()}@example.com`;
const message = (payload: string) => ({
  messages: [{ topic: 'call:nobody', event: 'word', payload, private: true }],
});
const OTP = { path: '/auth/v1/otp', body: () => ({}) };
const MISSES = { path: '/auth/v1/otp', body: () => ({ email: stranger() }) };
const VERIFY = {
  path: '/auth/v1/verify',
  body: () => ({ email: 'nobody@example.com', token: '123456', type: 'email_change' }),
};
const VALIDATE = '/functions/v1/validate-email';
const BLOG = { path: '/functions/v1/get-blog-posts' };
const ENTER = '/functions/v1/enter-call';
const BROADCAST = '/realtime/v1/api/broadcast';

/** Every limit by address, a stranger's way to use it up, a patient's request after that, and its answer. */
const ENDPOINTS: [string, Asked, Asked, number][] = [
  [
    'codes, at the change of an address',
    OTP,
    { path: '/auth/v1/user', method: 'PUT', body: () => ({ email: stranger() }) },
    200,
  ],
  ['codes', OTP, { path: '/auth/v1/otp', body: () => ({}) }, 400],
  ['tries with codes', VERIFY, VERIFY, 403],
  ['addresses without an invitation, at a code', MISSES, MISSES, 422],
  [
    'addresses without an invitation, at the question',
    MISSES,
    { path: VALIDATE, body: () => ({ email: stranger() }) },
    403,
  ],
  [
    'questions about invitations',
    { path: VALIDATE, body: () => ({ email: 'nobody@example.com' }) },
    { path: VALIDATE, body: () => ({ email: 'nobody@example.com' }) },
    403,
  ],
  ['articles', BLOG, BLOG, 200],
  [
    'calls',
    { path: ENTER, body: () => ({ token: 'a.b.c' }) },
    { path: ENTER, body: () => ({ token: room }) },
    200,
  ],
  [
    'calls, with a room',
    { path: ENTER, body: () => ({ token: randomUUID() }) },
    { path: ENTER, body: () => ({ token: room }) },
    200,
  ],
  [
    'bytes',
    { path: BROADCAST, body: () => message('x'.repeat(15_000)) },
    { path: BROADCAST, body: () => message('') },
    403,
  ],
];

test.each(ENDPOINTS)(
  'a stranger at the same address uses up %s, and a patient is still served',
  async (_, theirs, own, status) => {
    await useUp(theirs);
    expect((await ask({ ...own, token: patient.token })).status).toBe(status);
  },
);

test.each([
  ['garbage', () => 'a.b.c'],
  ['forged links', () => `${link!.slice(0, -6)}AAAAAA`],
  ['rooms', () => randomUUID()],
])(
  'a stranger at the same address uses up the limit on asking about calls with %s, and the host is let in',
  async (_, token) => {
    const deno = await serveWithDeno('enter-call', server, { RATE_LIMIT_SCALE: SCALE });
    onTestFinished(() => deno.stop());
    for (const path of [ENTER, deno.url]) {
      await useUp({ path, body: () => ({ token: token() }) });
      expect((await ask({ path, body: () => ({ token: link }) })).status).toBe(200);
      expect((await ask({ path, body: () => ({ token: room }), token: patient.token })).status).toBe(200);
    }
  },
);

const connect = async () => {
  const client = await connectRaw({ url: server.url, anonKey: server.keys.anonKey });
  onTestFinished(() => client.socket.terminate());
  return client;
};

test('a stranger at the same address opens all the sockets they can, and patient and host still join', async () => {
  await enterByLink(server, link!);
  const [first, early] = [await connect(), await connect()];
  expect((await early.join(`call:${call}`, patient.token)).status).toBe('ok');
  for (let opened = 0; opened < MAX_TRIES; opened += 1) await connect();
  expect(await first.closed).toBe(1006);
  for (const token of [link!, patient.token])
    expect((await (await connect()).join(`call:${call}`, token)).status).toBe('ok');
  expect(early.isOpen()).toBe(true);
});

test('a stranger at the same address fills its queue, and a patient still renews their token', async () => {
  const { nonce } = await openSession(server.database.query, { id: patient.id } as User);
  const body = () => ({ refresh_token: refreshTokenOf(server.keys, nonce) });
  await server.database.query('create table public.slow (id integer); grant select on public.slow to anon');
  expect((await ask({ path: '/rest/v1/slow' })).status).toBe(200);
  const held = await holdTables(server, 'public.slow');
  const statuses: number[] = [];
  const asked = Array.from({ length: 150 }, async () => {
    statuses.push((await ask({ path: '/rest/v1/slow' })).status);
  });
  await expect.poll(() => statuses, { timeout: 6_000 }).toContain(429);
  expect((await ask({ path: '/auth/v1/token?grant_type=refresh_token', body })).status).toBe(200);
  await held.release();
  await Promise.all(asked);
});

test('a stranger at the same address fills its queue, and someone there still signs in', async () => {
  const email = stranger();
  await server.invite(email);
  await server.database.query('create table public.slow (id integer); grant select on public.slow to anon');
  expect((await ask({ path: '/rest/v1/slow' })).status).toBe(200);
  const held = await holdTables(server, 'public.slow');
  const statuses: number[] = [];
  const asked = Array.from({ length: 150 }, async () => {
    statuses.push((await ask({ path: '/rest/v1/slow' })).status);
  });
  await expect.poll(() => statuses, { timeout: 6_000 }).toContain(429);
  expect((await ask({ path: VALIDATE, body: () => ({ email }) })).status).toBe(200);
  expect((await ask({ path: '/auth/v1/otp', body: () => ({ email }) })).status).toBe(200);
  const token = (await server.mail(email))[0]!.code;
  const verify = { path: '/auth/v1/verify', body: () => ({ email, token, type: 'email' }) };
  expect((await ask(verify)).status).toBe(200);
  expect(await held.blocked()).toBe(3);
  await held.release();
  await Promise.all(asked);
});

test.each([
  ['its questions', 'public.slow', '/rest/v1/slow', 150],
  ['its functions', 'public.blog_collections', BLOG.path, 15],
])(
  'a stranger at the same address fills the queue of %s, and a call’s host is let in right away',
  async (_, table, path, count) => {
    await server.database.query('create table public.slow (id integer); grant select on public.slow to anon');
    // The first read looks at every table, even the one locked below.
    expect((await ask({ path: '/rest/v1/slow' })).status).toBe(200);
    const held = await holdTables(server, table);
    const asked = Array.from({ length: count }, () => ask({ path }));
    await expect.poll(held.blocked, { timeout: 6_000 }).toBe(3);
    const entered = await Promise.race([
      ask({ path: ENTER, body: () => ({ token: link }) }).then(({ status }) => status),
      Promise.all(asked).then(() => 'after all of them'),
    ]);
    expect(entered).toBe(200);
    expect(await held.blocked()).toBe(3);
    await held.release();
    await Promise.all(asked);
  },
);
