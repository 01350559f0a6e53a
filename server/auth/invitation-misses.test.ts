import { expect, onTestFinished, test } from 'vitest';
import { serveWithDeno } from '../testing/deno.ts';
import { newPatient } from '../testing/patient.ts';
import { startTestServer, withTestServer, type TestServer } from '../testing/test-server.ts';
import { askForCode, submitCode, call, openEveryConnection } from './testing/patients.ts';

const AT_FULL_SCALE = { RATE_LIMIT_SCALE: '1', TRUST_PROXY: 'true' };
const MISSES = 30;
const MISSES_A_DAY = 100;

const from = (address: string) => ({ 'x-forwarded-for': address });
const validate = (server: TestServer, email: string, headers = {}) =>
  call(server, '/functions/v1/validate-email', { body: { email }, headers });
const stranger = (n: number) => `stranger${n}@example.com`;

/** What an attacker learns from an answer: whether it revealed anything. */
const tells = async (answer: Promise<Response>) => (await answer).status !== 429;
const countOf = (answered: boolean[]) => answered.filter(Boolean).length;

/** Both endpoints alternately, as an attacker would to learn the most. */
const atEitherDoor = (server: TestServer, n: number, address = '203.0.113.1') =>
  n % 2 ? validate(server, stranger(n), from(address)) : askForCode(server, stranger(n), from(address));

async function misses(server: TestServer, count: number, address?: string): Promise<number> {
  const answered: boolean[] = [];
  for (let n = 0; n < count; n += 1) answered.push(await tells(atEitherDoor(server, n, address)));
  return countOf(answered);
}

/** As if this client's counters had started that much earlier. */
const letTimePass = (server: TestServer, time: string) =>
  server.database.query('update private.limits set window_ends_at = window_ends_at - $1::interval', [time]);

test('alternating between both endpoints reveals 30 addresses in five minutes', async () => {
  const server = await withTestServer(AT_FULL_SCALE);
  expect(await misses(server, 190)).toBe(MISSES);
});

test('and 100 a day, however slowly', async () => {
  const server = await withTestServer(AT_FULL_SCALE);
  let answered = 0;
  for (let round = 0; round < 6; round += 1) {
    answered += await misses(server, 40);
    await letTimePass(server, '5 minutes');
  }
  expect(answered).toBe(MISSES_A_DAY);
  const refused = await askForCode(server, stranger(1), from('203.0.113.1'));
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(23 * 3600);
  await letTimePass(server, '1 day');
  expect(await misses(server, 1)).toBe(1);
});

test('200 concurrent questions reveal no more than 30', async () => {
  const server = await withTestServer(AT_FULL_SCALE);
  await openEveryConnection(server);
  const answered = await Promise.all(Array.from({ length: 190 }, (_, n) => tells(atEitherDoor(server, n))));
  expect(countOf(answered)).toBe(MISSES);
});

test('a clinic of a hundred patients behind one address is not slowed by its own patients', async () => {
  const server = await withTestServer(AT_FULL_SCALE);
  for (let n = 0; n < 95; n += 1) {
    await server.invite(`patient${n}@example.com`);
    expect((await validate(server, `patient${n}@example.com`)).status).toBe(200);
    expect((await askForCode(server, `patient${n}@example.com`)).status).toBe(200);
  }
});

test('once the misses are used up, the answer is the same for an invited address, a patient’s and a stranger’s', async () => {
  const server = await withTestServer(AT_FULL_SCALE);
  const attacker = from('203.0.113.1');
  await server.invite('invited@example.com');
  await server.invite('patient@example.com');
  await server.database.query(
    `insert into auth.users (email, email_confirmed_at) values ('patient@example.com', now())`,
  );
  // Including those revealed to this client earlier, and those in their minute between emails.
  expect((await askForCode(server, 'patient@example.com', attacker)).status).toBe(200);
  await misses(server, MISSES, '203.0.113.1');
  const heard = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    const { message, ...body } = (await (await answer).json()) as { message: string };
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(200);
    return JSON.stringify({ status, body, message: message.replace(/\d+/, 'n') });
  };
  const addresses = ['invited@example.com', 'patient@example.com', 'nobody@example.com'];
  for (const ask of [
    (email: string) => validate(server, email, attacker),
    (email: string) => askForCode(server, email, attacker),
    (email: string) =>
      call(server, '/auth/v1/otp', { body: { email, create_user: false }, headers: attacker }),
  ]) {
    const answers = await Promise.all(addresses.map((email) => heard(ask(email))));
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('"status":429');
  }
  expect((await askForCode(server, 'invited@example.com', from('198.51.100.1'))).status).toBe(200);
});

/**
 * How many strangers' addresses a client with this token, or with none, can learn at both endpoints on the
 * same network.
 */
async function missesAs(server: TestServer, token: string | null, address: string): Promise<number> {
  const headers = { ...from(address), ...(token && { authorization: `Bearer ${token}` }) };
  const answered: boolean[] = [];
  for (let n = 0; n < 36; n += 1) {
    const ask = n % 2 ? validate : askForCode;
    answered.push(await tells(ask(server, `${crypto.randomUUID()}@example.com`, headers)));
  }
  return countOf(answered);
}

test('accounts add five to what a network can learn, however many there are', async () => {
  const server = await withTestServer(AT_FULL_SCALE);
  const accounts = [await newPatient(server), await newPatient(server), await newPatient(server)];
  expect(await missesAs(server, null, '203.0.113.1')).toBe(MISSES);
  const answered = [];
  for (const { token } of accounts) answered.push(await missesAs(server, token, '203.0.113.1'));
  expect(answered).toEqual([5, 0, 0]);
});

test('a patient’s misses count for their network, and follow them to the next one', async () => {
  const server = await withTestServer(AT_FULL_SCALE);
  const { token } = await newPatient(server);
  expect(await missesAs(server, token, '203.0.113.1')).toBe(MISSES);
  expect(await missesAs(server, null, '203.0.113.1')).toBe(0);
  expect(await missesAs(server, token, '203.0.113.2')).toBe(0);
  expect(await missesAs(server, null, '203.0.113.2')).toBe(MISSES);
});

test('an address without a user is a miss for a request that asks only for users', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '0.1' });
  await server.invite('invited@example.com');
  const ask = () =>
    call(server, '/auth/v1/otp', { body: { email: 'invited@example.com', create_user: false } });
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await ask()).status);
  expect(statuses).toEqual([422, 422, 422, 429]);
});

test('a home with an IPv6 /56 is one client, and its neighbor another', async () => {
  const server = await withTestServer(AT_FULL_SCALE);
  const answered: boolean[] = [];
  for (let n = 0; n < 60; n += 1)
    answered.push(await tells(atEitherDoor(server, n, `2001:db8:1:${(0x200 + n).toString(16)}::1`)));
  expect(countOf(answered)).toBe(MISSES);
  expect(await misses(server, 1, '2001:db8:1:300::1')).toBe(1);
});

test('two servers, and a function on Deno, count together', async () => {
  const first = await withTestServer(AT_FULL_SCALE);
  const second = await startTestServer(AT_FULL_SCALE, { database: { url: first.databaseUrl } });
  onTestFinished(() => second.stop());
  const deno = await serveWithDeno('validate-email', first, { RATE_LIMIT_SCALE: '1' });
  onTestFinished(() => deno.stop());
  const onDeno = (n: number) =>
    fetch(deno.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${first.keys.anonKey}`, ...from('2001:db8::9') },
      body: JSON.stringify({ email: stranger(n) }),
    });
  const answered: boolean[] = [];
  for (let n = 0; n < 60; n += 1) {
    const server = n % 2 ? first : second;
    answered.push(await tells(n % 3 ? atEitherDoor(server, n, '2001:db8::1') : onDeno(n)));
  }
  expect(countOf(answered)).toBe(MISSES);
});

test('no other way to sign in, and no code, distinguishes the invited from strangers', async () => {
  const server = await withTestServer();
  await server.invite('invited@example.com');
  const endpoints = [
    'signup',
    'magiclink',
    'recover',
    'resend',
    'invite',
    'admin/users',
    'token?grant_type=password',
  ];
  for (const endpoint of endpoints) {
    const answers = await Promise.all(
      ['invited@example.com', 'nobody@example.com'].map(async (email) => {
        const answer = await call(server, `/auth/v1/${endpoint}`, {
          body: { email, password: 'a-password', type: 'signup', data: {} },
        });
        return [answer.status, await answer.text()];
      }),
    );
    expect([endpoint, answers[0]]).toEqual([endpoint, answers[1]]);
  }
  await askForCode(server, 'invited@example.com');
  const brought = await Promise.all(
    ['invited@example.com', 'nobody@example.com'].map(async (email) => {
      const answer = await submitCode(server, email, 'abcdef');
      return [answer.status, await answer.text()];
    }),
  );
  expect(brought[0]).toEqual(brought[1]);
});
