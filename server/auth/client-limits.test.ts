import { expect, onTestFinished, test } from 'vitest';
import { startTestServer, withTestServer, type TestServer } from '../testing/test-server.ts';
import { askForCode, submitCode } from './testing/patients.ts';

const from = (address: string) => ({ 'x-forwarded-for': address });

async function statusesOf(count: number, ask: (n: number) => Promise<Response>): Promise<Response[]> {
  const answers: Response[] = [];
  for (let n = 0; n < count; n += 20) {
    answers.push(
      ...(await Promise.all(Array.from({ length: Math.min(20, count - n) }, (_, m) => ask(n + m)))),
    );
  }
  return answers;
}

/** Patients of one clinic, each with their own mailbox. */
async function inviteMany(server: TestServer, count: number): Promise<(n: number) => string> {
  const address = (n: number) => `patient${n}@example.com`;
  for (let n = 0; n < count; n += 1) await server.invite(address(n));
  return address;
}

test('one client may ask for 100 codes in five minutes', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '1' });
  const patient = await inviteMany(server, 101);
  const answers = await statusesOf(100, (n) => askForCode(server, patient(n)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  const refused = await askForCode(server, patient(100));
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'over_request_rate_limit' });
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(240);
  expect(wait).toBeLessThanOrEqual(300);
});

test('one client may submit 300 codes in five minutes', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '1' });
  const answers = await statusesOf(300, () => submitCode(server, 'stranger@example.com', '123456'));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([403]));
  const refused = await submitCode(server, 'stranger@example.com', '123456');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(240);
});

test('a made-up forwarded address does not make a new client', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '0.05' });
  const patient = await inviteMany(server, 6);
  const answers = await statusesOf(6, (n) => askForCode(server, patient(n), from(`203.0.113.${n}`)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(1);
});

test('behind a trusted proxy each forwarded address is a client, and only the last hop is trusted', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '0.05', TRUST_PROXY: 'true' });
  const patient = await inviteMany(server, 12);
  const answers = await statusesOf(6, (n) => askForCode(server, patient(n), from(`203.0.113.${n}`)));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  const spoofed = await statusesOf(6, (n) =>
    askForCode(server, patient(6 + n), from(`198.51.100.${n}, 192.0.2.7`)),
  );
  expect(spoofed.filter((answer) => answer.status === 429)).toHaveLength(1);
});

test('two servers on one database count together', async () => {
  const first = await withTestServer({ RATE_LIMIT_SCALE: '0.02' });
  const patient = await inviteMany(first, 3);
  const shared = { database: { url: first.databaseUrl } };
  const second = await startTestServer({ RATE_LIMIT_SCALE: '0.02' }, shared);
  onTestFinished(() => second.stop());
  expect((await askForCode(first, patient(0))).status).toBe(200);
  expect((await askForCode(second, patient(1))).status).toBe(200);
  expect((await askForCode(first, patient(2))).status).toBe(429);
});

test('a client past its limit is refused, and nothing more is written for it', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '0.01' });
  const bring = () => submitCode(server, 'stranger@example.com', '123456');
  expect((await statusesOf(3, bring)).map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await bring()).status).toBe(429);
  const counted = async () =>
    (await server.database.query('select sum(used)::int as used from private.limits')).rows;
  const before = await counted();
  const refused = await statusesOf(20, bring);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(240);
  expect(await counted()).toEqual(before);
});
