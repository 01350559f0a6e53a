import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { rateLimitKey } from '../../supabase/functions/_shared/request/client-address.ts';
import { send, signInPatient, type Patient } from '../rest/testing.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import type { Caller } from './query-types.ts';
import { createSecondLook } from './second-look.ts';
import { createShares, signingIn, TooManyAtOnce, visitor } from './shares.ts';

const AT_ONCE = 3;
const IN_LINE = 100;
const WITHIN = { timeout: 6_000 };

let server: TestServer;
let [ann, ben]: Patient[] = [];
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' });
  await server.database.query(`
    create table public.slow (id integer);
    create table public.quick (id integer);
    grant select on public.slow, public.quick to anon, authenticated, service_role`);
});
afterAll(() => server.stop());
// A different caller each time: one that kept the database busy gets less for a while.
beforeEach(async () => {
  ann = await signInPatient(server, `${randomUUID()}@example.com`);
  ben = await signInPatient(server, `${randomUUID()}@example.com`);
});

/** Until it is released, queries on the table `slow` block. */
async function holdSlow() {
  const holder = await server.database.connect();
  await holder.query('begin; lock table public.slow in access exclusive mode');
  let isHeld = true;
  const release = async () => {
    if (isHeld) await holder.end();
    isHeld = false;
  };
  onTestFinished(release);
  return { release };
}

async function blocked(): Promise<number> {
  const { rows } = await server.database.query<{ count: number }>(
    `select count(*)::int as count from pg_locks where relation = 'public.slow'::regclass and not granted`,
  );
  return rows[0]!.count;
}

const ask = (token: string, table: string, address = '192.0.2.1') =>
  send(server, token, table, { headers: { 'x-forwarded-for': address } });

test('however much one patient asks at once, most connections are left for others, and all of it is answered', async () => {
  const slow = await holdSlow();
  const asked = Array.from({ length: 20 }, () => ask(ann!.token, 'slow'));
  await expect.poll(blocked, WITHIN).toBe(AT_ONCE);
  expect((await ask(ben!.token, 'quick')).status).toBe(200);
  expect(server.database.load().waiting).toBe(0);
  await slow.release();
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
});

test('past their own queue a patient is told when to come back, and no one else is', async () => {
  // Not Ann, who has kept the database busy and is served one request at a time for now.
  const cleo = await signInPatient(server, 'cleo@example.com');
  const slow = await holdSlow();
  const asked = Array.from({ length: AT_ONCE + IN_LINE }, () => ask(cleo.token, 'slow'));
  await expect.poll(blocked, WITHIN).toBe(AT_ONCE);
  await expect.poll(async () => (await ask(cleo.token, 'quick')).status, { timeout: 20_000 }).toBe(429);
  const refused = await ask(cleo.token, 'quick');
  expect([refused.status, refused.headers.get('retry-after'), refused.json]).toEqual([
    429,
    '1',
    {
      code: 'over_request_rate_limit',
      details: null,
      hint: null,
      message: 'Too many requests at once. Please try again.',
    },
  ]);
  expect((await ask(ben!.token, 'quick')).status).toBe(200);
  await slow.release();
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
  expect((await ask(cleo.token, 'quick')).status).toBe(200);
});

test('anonymous visitors have a share by their address; the clinic’s own programs are not limited', async () => {
  const slow = await holdSlow();
  const { anonKey, serviceRoleKey } = server.keys;
  const asked = Array.from({ length: 10 }, () => ask(anonKey, 'slow'));
  await expect.poll(blocked, WITHIN).toBe(AT_ONCE);
  expect((await ask(anonKey, 'quick', '192.0.2.2')).status).toBe(200);
  asked.push(...Array.from({ length: AT_ONCE + 1 }, () => ask(serviceRoleKey, 'slow')));
  await expect.poll(blocked, WITHIN).toBe(AT_ONCE + AT_ONCE + 1);
  await slow.release();
  for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
});

const PATIENT: Caller = { role: 'authenticated', claims: '{}', userId: 'ann', sessionId: 's' };
const FUNCTION: Caller = {
  role: 'service_role',
  claims: '{}',
  userId: null,
  sessionId: 's',
  forUserId: 'ann',
};

test('functions acting for a patient are in a share too, but always wait', async () => {
  const inShare = createShares({ maxAtOnce: 1, maxWaiting: 1, secondLook: createSecondLook(0) });
  const { promise, resolve } = Promise.withResolvers<void>();
  let running = 0;
  const work = async () => {
    running += 1;
    await promise;
    running -= 1;
  };
  const asked = Array.from({ length: 5 }, () => inShare(FUNCTION, work));
  asked.push(inShare(PATIENT, work), inShare(PATIENT, work));
  await expect(inShare(PATIENT, work)).rejects.toThrow(TooManyAtOnce);
  expect(running).toBe(2);
  resolve();
  await Promise.all(asked);
  expect(running).toBe(0);
});

test('functions acting for a patient are in one share, however many sessions they have', async () => {
  const inShare = createShares();
  const { promise, resolve } = Promise.withResolvers<void>();
  let running = 0;
  const asked = Array.from({ length: 10 }, (_, n) =>
    inShare({ ...FUNCTION, sessionId: `session ${n}` }, () => {
      running += 1;
      return promise;
    }),
  );
  await Promise.resolve();
  expect(running).toBe(AT_ONCE);
  resolve();
  await Promise.all(asked);
  expect(running).toBe(10);
});

test('functions acting for someone without a session are in a share by address, and may be refused', async () => {
  const inShare = createShares({ maxAtOnce: 1, maxWaiting: 1, secondLook: createSecondLook(0) });
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = () => promise;
  const forVisitor: Caller = { ...visitor('192.0.2.1'), role: 'service_role', claims: '{}' };
  const asked = [inShare(forVisitor, work), inShare(forVisitor, work)];
  await expect(inShare(forVisitor, work)).rejects.toThrow(TooManyAtOnce);
  // The address's reads and sign-ins are in separate queues.
  for (const asker of [visitor('192.0.2.1'), signingIn('192.0.2.1')]) {
    expect(await inShare(asker, async () => 'answered')).toBe('answered');
    asked.push(inShare(asker, work), inShare(asker, work));
    await expect(inShare(asker, work)).rejects.toThrow(TooManyAtOnce);
  }
  asked.push(inShare({ ...forVisitor, client: '192.0.2.2' }, work));
  // Started work is still finished.
  asked.push(inShare(visitor('192.0.2.1'), work, { isBegun: true }));
  resolve();
  await Promise.all(asked);
});

test('all queues of one address have at most five connections together', async () => {
  const inShare = createShares();
  const { promise, resolve } = Promise.withResolvers<void>();
  let running = 0;
  const work = () => {
    running += 1;
    return promise;
  };
  const [reads, signsIn] = [visitor('192.0.2.1'), signingIn('192.0.2.1')];
  const byFunction: Caller = { ...reads, role: 'service_role', claims: '{}' };
  const asked = [reads, signsIn, byFunction].flatMap((asker) => [1, 2, 3].map(() => inShare(asker, work)));
  await expect.poll(() => running).toBe(5);
  expect(await inShare(visitor('192.0.2.2'), async () => 'answered')).toBe('answered');
  expect(running).toBe(5);
  resolve();
  await Promise.all(asked);
  expect(running).toBe(9);
});

test.each([
  ['a /48', 5, (n: number) => `2001:db8:1:${(n * 256).toString(16)}::1`],
  ['many networks', 7, (n: number) => `198.51.100.${n}`],
])(
  'visitors from %s have at most %i connections together, and a patient has theirs',
  async (_, most, from) => {
    const inShare = createShares();
    const { promise, resolve } = Promise.withResolvers<void>();
    let running = 0;
    const work = () => {
      running += 1;
      return promise;
    };
    const asked = Array.from({ length: 60 }, (__, n) => inShare(visitor(rateLimitKey(from(n % 20))), work));
    await expect.poll(() => running).toBe(most);
    expect(await inShare(PATIENT, async () => 'answered')).toBe('answered');
    expect(running).toBe(most);
    resolve();
    await Promise.all(asked);
    expect(running).toBe(60);
  },
);

test('anyone who stops waiting for an answer leaves the queue, and their work is never done', async () => {
  const inShare = createShares({ maxAtOnce: 1, maxWaiting: 1, secondLook: createSecondLook(0) });
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = inShare(PATIENT, () => promise);
  const gone = new AbortController();
  const done: string[] = [];
  const left = inShare({ ...PATIENT, signal: gone.signal }, async () => done.push('left'));
  await expect(inShare(PATIENT, () => promise)).rejects.toThrow(TooManyAtOnce);
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(inShare({ ...PATIENT, signal: gone.signal }, () => promise)).rejects.toThrow('gone');
  const next = inShare(PATIENT, async () => done.push('next'));
  // Cleanup is done even if no one waits for it.
  const ended = inShare({ ...PATIENT, signal: gone.signal }, async () => done.push('end'), { isBegun: true });
  resolve();
  await Promise.all([running, next, ended]);
  expect(done).toEqual(['next', 'end']);
});

test('failed work gives its place to the next', async () => {
  const inShare = createShares({ maxAtOnce: 1 });
  const failing = inShare(PATIENT, () => Promise.reject(new Error('not this one')));
  const next = inShare(PATIENT, () => Promise.resolve('the next'));
  await expect(failing).rejects.toThrow('not this one');
  expect(await next).toBe('the next');
  expect(await inShare(PATIENT, () => Promise.resolve('another'))).toBe('another');
});

test('anyone who keeps the database busy is served one request at a time until they pause', async () => {
  let time = 0;
  const inShare = createShares({ now: () => time });
  /** Asks five times at once; each keeps the database busy for that long. Returns how many ran at once. */
  const askFive = async (asker: Caller, ms: number) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let running = 0;
    const asked = Array.from({ length: 5 }, () =>
      inShare(asker, async (spend) => {
        running += 1;
        await promise;
        spend(ms);
      }),
    );
    await Promise.resolve();
    const atOnce = running;
    resolve();
    await Promise.all(asked);
    return atOnce;
  };
  expect(await askFive(PATIENT, 10)).toBe(AT_ONCE);
  expect(await askFive(PATIENT, 500)).toBe(AT_ONCE);
  expect(await askFive(PATIENT, 10)).toBe(1);
  expect(await askFive({ ...PATIENT, userId: 'ben' }, 10)).toBe(AT_ONCE);
  time += 5_000;
  expect(await askFive(PATIENT, 10)).toBe(AT_ONCE);
});
