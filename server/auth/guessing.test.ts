import { expect, onTestFinished, test } from 'vitest';
import { startTestServer, withTestServer, type TestServer } from '../testing/test-server.ts';
import { times } from '../testing/times.ts';
import {
  anotherCode,
  askForCode,
  submitCode,
  codeFor,
  letTimePass,
  openEveryConnection,
} from './testing/patients.ts';

const EMAIL = 'ada@example.com';
const GUESSES = times(300, 1_000);

async function serverWithCode(environment: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const server = await withTestServer(environment);
  await server.invite(EMAIL);
  await askForCode(server, EMAIL);
  return server;
}

test(`${GUESSES} wrong codes from 100 client addresses let no one in, and the right code is invalid`, async () => {
  const server = await serverWithCode({ TRUST_PROXY: 'true', RATE_LIMIT_SCALE: '1' });
  const right = await codeFor(server, EMAIL);
  const wrong = Array.from({ length: GUESSES }, (_, n) =>
    String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0'),
  );
  for (let start = 0; start < wrong.length; start += 100) {
    const guesses = wrong.slice(start, start + 100).map(async (guess, client) => {
      const answer = await submitCode(server, EMAIL, guess, { 'x-forwarded-for': `203.0.113.${client}` });
      return answer.status;
    });
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([403]));
  }
  const answer = await submitCode(server, EMAIL, right, { 'x-forwarded-for': '198.51.100.1' });
  expect(answer.status).toBe(403);
  expect((await server.database.query('select from auth.users')).rowCount).toBe(0);
  expect((await server.database.query('select from auth.sessions')).rowCount).toBe(0);
});

test(`the right code in the middle of ${GUESSES} concurrent guesses opens nothing, and every guess counts`, async () => {
  const server = await serverWithCode({ TRUST_PROXY: 'true' });
  const right = await codeFor(server, EMAIL);
  await openEveryConnection(server);
  const statuses = await Promise.all(
    Array.from({ length: GUESSES }, async (_, n) => {
      const guess = n === GUESSES / 2 ? right : anotherCode(right);
      const answer = await submitCode(server, EMAIL, guess, { 'x-forwarded-for': `203.0.113.${n % 250}` });
      return answer.status;
    }),
  );
  // Anything too large for the server is refused unread.
  const judged = statuses.filter((status) => status !== 503);
  expect(new Set(judged)).toEqual(new Set([403]));
  expect((await server.database.query('select from auth.sessions')).rowCount).toBe(0);
  const { rows } = await server.database.query('select wrong_in_a_row from portal_server.sign_in_codes');
  expect(rows).toEqual([{ wrong_in_a_row: judged.length }]);
  await letTimePass(server, EMAIL, '59 minutes');
  expect((await askForCode(server, EMAIL)).status).toBe(429);
});

test('concurrent guesses are checked one after the other, and only five of them', async () => {
  let asked = 0;
  const server = await startTestServer({}, { now: () => (asked++, new Date()) });
  onTestFinished(() => server.stop());
  await server.invite(EMAIL);
  await askForCode(server, EMAIL);
  const right = await codeFor(server, EMAIL);
  const gate = await server.database.connect();
  await gate.query('begin');
  await gate.query('lock table portal_server.sign_in_codes in share mode');
  asked = 0;
  const guesses = Array.from({ length: 100 }, (_, n) =>
    submitCode(server, EMAIL, n === 50 ? right : anotherCode(right)),
  );
  await expect.poll(() => asked, { timeout: 4_000 }).toBeGreaterThanOrEqual(100);
  await gate.end();
  const statuses = (await Promise.all(guesses)).map((answer) => answer.status);
  expect(new Set(statuses)).toEqual(new Set([403]));
});

test('four wrong tries leave the code valid', async () => {
  const server = await serverWithCode();
  const right = await codeFor(server, EMAIL);
  for (let n = 0; n < 4; n++) await submitCode(server, EMAIL, anotherCode(right));
  expect((await submitCode(server, EMAIL, right)).status).toBe(200);
});

test('the fifth wrong try invalidates the code', async () => {
  const server = await serverWithCode();
  const right = await codeFor(server, EMAIL);
  for (let n = 0; n < 5; n++) await submitCode(server, EMAIL, anotherCode(right));
  expect((await submitCode(server, EMAIL, right)).status).toBe(403);
});

test('five concurrent wrong tries invalidate the code like five in a row', async () => {
  const server = await serverWithCode();
  const right = await codeFor(server, EMAIL);
  await openEveryConnection(server);
  await Promise.all(Array.from({ length: 5 }, () => submitCode(server, EMAIL, anotherCode(right))));
  expect((await submitCode(server, EMAIL, right)).status).toBe(403);
});

test('50 parallel uses of the right code create exactly one session', async () => {
  const server = await serverWithCode();
  const right = await codeFor(server, EMAIL);
  await openEveryConnection(server);
  const answers = await Promise.all(Array.from({ length: 50 }, () => submitCode(server, EMAIL, right)));
  const statuses = answers.map((answer) => answer.status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 403)).toHaveLength(49);
  expect((await server.database.query('select from auth.users')).rowCount).toBe(1);
  expect((await server.database.query('select from auth.sessions')).rowCount).toBe(1);
  expect((await server.database.query('select from auth.refresh_tokens')).rowCount).toBe(1);
});

test('codes invalidated by wrong tries make the next ones slower, up to an hour', async () => {
  const server = await serverWithCode();
  const waits: number[] = [];
  for (let codes = 0; codes < 10; codes++) {
    const wrong = anotherCode(await codeFor(server, EMAIL));
    for (let n = 0; n < 5; n++) await submitCode(server, EMAIL, wrong);
    waits.push(await secondsToWait(server));
    await letTimePass(server, EMAIL, '1 hour');
    await askForCode(server, EMAIL);
  }
  expect(waits).toEqual([60, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
});

test('guessing only a little at each code is slowed down too', async () => {
  const server = await serverWithCode();
  for (let codes = 0; codes < 5; codes++) {
    const wrong = anotherCode(await codeFor(server, EMAIL));
    for (let n = 0; n < 4; n++) await submitCode(server, EMAIL, wrong);
    await letTimePass(server, EMAIL, '1 hour');
    await askForCode(server, EMAIL);
  }
  expect(await secondsToWait(server)).toBe(240);
});

test('a right code makes up for the wrong ones before it', async () => {
  const server = await serverWithCode();
  await server.database.query('update portal_server.sign_in_codes set wrong_in_a_row = 40');
  expect(await secondsToWait(server)).toBe(3600);
  expect((await submitCode(server, EMAIL, await codeFor(server, EMAIL))).status).toBe(200);
  expect(await secondsToWait(server)).toBe(60);
});

/** Rounded to the minute, for the moments that pass in the test itself. */
async function secondsToWait(server: TestServer): Promise<number> {
  const answer = await askForCode(server, EMAIL);
  expect(answer.status).toBe(429);
  return Math.ceil(Number(answer.headers.get('retry-after')) / 60) * 60;
}
