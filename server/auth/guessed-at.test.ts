import { expect, test } from 'vitest';
import { withTestServer, type TestServer } from '../testing/test-server.ts';
import { forgetExpired } from './forget-expired.ts';
import {
  anotherCode,
  askForCode,
  submitCode,
  call,
  codeFor,
  letTimePass,
  openEveryConnection,
} from './testing/patients.ts';

const EMAIL = 'ada@example.com';
const HOME = from('198.51.100.1');
const ELSEWHERE = from('198.51.100.2');

function from(address: string) {
  return { 'x-forwarded-for': address };
}
const attacker = (n: number) => from(`203.0.113.${n}`);

async function invitedServer(): Promise<TestServer> {
  const server = await withTestServer({ TRUST_PROXY: 'true' });
  await server.invite(EMAIL);
  return server;
}

async function ask(server: TestServer, headers: Record<string, string>): Promise<string> {
  const answer = await askForCode(server, EMAIL, headers);
  expect(answer.status).toBe(200);
  return codeFor(server, EMAIL);
}

const bring = async (server: TestServer, code: string, headers: Record<string, string>) =>
  (await submitCode(server, EMAIL, code, headers)).status;

async function guess(server: TestServer, right: string, clients: Record<string, string>[]): Promise<void> {
  for (const client of clients) expect(await bring(server, anotherCode(right), client)).toBe(403);
}

const one = (count: number) => Array.from({ length: count }, () => attacker(1));
const many = (count: number) => Array.from({ length: count }, (_, n) => attacker(n % 250));

test.each([
  ['one address', one(50)],
  ['many addresses', many(50)],
])('guesses from %s do not lock out the patient who requested the code', async (_, guesses) => {
  const server = await invitedServer();
  const right = await ask(server, HOME);
  await guess(server, right, guesses);
  for (let slip = 0; slip < 4; slip += 1) await guess(server, right, [HOME]);
  expect(await bring(server, right, HOME)).toBe(200);
});

test('a patient signs in whenever she likes, while someone keeps guessing', async () => {
  const server = await invitedServer();
  await openEveryConnection(server);
  const stopped = new AbortController();
  const guessing = Array.from({ length: 4 }, async (_, n) => {
    while (!stopped.signal.aborted) await bring(server, '000000', attacker(n % 2 ? n : 0));
  });
  try {
    for (let day = 0; day < 5; day += 1) {
      expect(await bring(server, await ask(server, HOME), HOME)).toBe(200);
      await letTimePass(server, EMAIL, '1 minute');
    }
  } finally {
    stopped.abort();
    await Promise.all(guessing);
  }
});

test('someone who keeps asking about a patient does not keep her from signing in', async () => {
  const server = await invitedServer();
  const validate = async (headers: Record<string, string>) =>
    (await call(server, '/functions/v1/validate-email', { body: { email: EMAIL }, headers })).status;
  for (let n = 0; n < 30; n += 1) expect(await validate(attacker(1))).toBe(200);
  expect(await validate(attacker(1))).toBe(429);
  expect(await validate(HOME)).toBe(200);
});

test('five wrong tries by the requester invalidate the code everywhere', async () => {
  const server = await invitedServer();
  const right = await ask(server, HOME);
  await guess(
    server,
    right,
    Array.from({ length: 5 }, () => HOME),
  );
  expect(await bring(server, right, HOME)).toBe(403);
  expect(await bring(server, right, ELSEWHERE)).toBe(403);
});

test('a code may be entered from elsewhere, as long as no one guesses there', async () => {
  const server = await invitedServer();
  const right = await ask(server, HOME);
  await guess(server, right, many(4));
  expect(await bring(server, right, ELSEWHERE)).toBe(200);
});

test('at most ten guesses at a code are checked, wherever they come from and in whatever order', async () => {
  const server = await invitedServer();
  for (const [elsewhere, own] of [
    [4, 4],
    [4, 5],
    [5, 4],
    [5, 0],
    [0, 5],
  ] as const) {
    const right = await ask(server, HOME);
    await guess(server, right, [...many(elsewhere), ...Array.from({ length: own }, () => HOME)]);
    const opens = {
      elsewhere: elsewhere < 5 && own < 5,
      home: own < 5,
    };
    // Elsewhere first: a code refused there counts as one more wrong try there, and as none at home.
    const answers = [await bring(server, right, ELSEWHERE), await bring(server, right, HOME)];
    expect(answers).toEqual([opens.elsewhere ? 200 : 403, opens.home && !opens.elsewhere ? 200 : 403]);
    await server.database.query('delete from portal_server.sign_in_codes');
  }
});

test('after fifteen wrong tries a code is valid only where it was requested', async () => {
  const server = await invitedServer();
  for (let codes = 0; codes < 2; codes += 1) {
    await guess(server, await ask(server, HOME), many(8));
    await letTimePass(server, EMAIL, '1 hour');
  }
  const right = await ask(server, HOME);
  expect(await bring(server, right, ELSEWHERE)).toBe(403);
  expect(await bring(server, right, HOME)).toBe(200);
});

test('requesting codes and guessing at them slows the emails, but not where the patient last signed in', async () => {
  const server = await invitedServer();
  expect(await bring(server, await ask(server, HOME), HOME)).toBe(200);
  for (let codes = 0; codes < 8; codes += 1) {
    await letTimePass(server, EMAIL, '1 hour');
    await guess(server, await ask(server, attacker(1)), [...many(5), ...one(5)]);
  }
  await letTimePass(server, EMAIL, '59 seconds');
  expect((await askForCode(server, EMAIL, HOME)).status).toBe(429);
  await letTimePass(server, EMAIL, '1 second');
  expect((await askForCode(server, EMAIL, attacker(1))).status).toBe(429);
  expect((await askForCode(server, EMAIL, ELSEWHERE)).status).toBe(429);
  const right = await ask(server, HOME);
  await guess(server, right, many(20));
  expect(await bring(server, right, HOME)).toBe(200);
});

test('guesses from the place where the patient last signed in are slowed down like all others', async () => {
  const server = await invitedServer();
  expect(await bring(server, await ask(server, HOME), HOME)).toBe(200);
  for (let codes = 0; codes < 8; codes += 1) {
    await letTimePass(server, EMAIL, '1 hour');
    await guess(
      server,
      await ask(server, HOME),
      Array.from({ length: 5 }, () => HOME),
    );
  }
  await letTimePass(server, EMAIL, '59 minutes');
  expect((await askForCode(server, EMAIL, HOME)).status).toBe(429);
});

test('where someone requested and signed in is stored as a keyed hash, for no longer than a session', async () => {
  const server = await invitedServer();
  expect(await bring(server, await ask(server, HOME), HOME)).toBe(200);
  const { rows } = await server.database.query(
    `select to_jsonb(code)::text || to_jsonb(client)::text as kept
     from portal_server.sign_in_codes code join portal_server.sign_in_clients client using (email)`,
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!['kept']).not.toContain(HOME['x-forwarded-for']);
  const clients = async () =>
    (await server.database.query('select from portal_server.sign_in_clients')).rowCount;
  for (const [days, left] of [
    [89, 1],
    [2, 0],
  ]) {
    await server.database.query(
      'update portal_server.sign_in_clients set signed_in_at = signed_in_at - make_interval(days => $1)',
      [days],
    );
    await forgetExpired(server.database);
    expect(await clients()).toBe(left);
  }
});
