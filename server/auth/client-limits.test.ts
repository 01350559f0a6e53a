import { expect, onTestFinished, test } from 'vitest';
import { startTestServer, withTestServer, type TestServer } from '../testing/test-server.ts';
import { askForCode, bringCode } from './testing/patients.ts';

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

const stranger =
  (server: TestServer, headers = {}) =>
  (n: number) =>
    askForCode(server, `stranger${n}@example.com`, headers);

test('one client may ask for 100 codes in five minutes', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '1' });
  const answers = await statusesOf(100, stranger(server));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([422]));
  const refused = await askForCode(server, 'one-more@example.com');
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'over_request_rate_limit' });
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(240);
  expect(wait).toBeLessThanOrEqual(300);
});

test('one client may bring 300 codes in five minutes', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '1' });
  const answers = await statusesOf(300, () => bringCode(server, 'stranger@example.com', '123456'));
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([403]));
  const refused = await bringCode(server, 'stranger@example.com', '123456');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(240);
});

test('a made-up forwarded address does not make a new client', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '0.05' });
  const answers = await statusesOf(6, (n) =>
    askForCode(server, 'stranger@example.com', from(`203.0.113.${n}`)),
  );
  expect(answers.filter((answer) => answer.status === 422)).toHaveLength(5);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(1);
});

test('behind a trusted proxy each forwarded address is a client, and only the last hop is believed', async () => {
  const server = await withTestServer({ RATE_LIMIT_SCALE: '0.05', TRUST_PROXY: 'true' });
  const answers = await statusesOf(6, (n) =>
    askForCode(server, 'stranger@example.com', from(`203.0.113.${n}`)),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([422]));
  const spoofed = await statusesOf(6, (n) =>
    askForCode(server, 'stranger@example.com', from(`198.51.100.${n}, 192.0.2.7`)),
  );
  expect(spoofed.filter((answer) => answer.status === 429)).toHaveLength(1);
});

test('two servers on one database count together', async () => {
  const first = await withTestServer({ RATE_LIMIT_SCALE: '0.02' });
  const shared = { database: { url: first.databaseUrl } };
  const second = await startTestServer({ RATE_LIMIT_SCALE: '0.02' }, shared);
  onTestFinished(() => second.stop());
  expect((await askForCode(first, 'stranger@example.com')).status).toBe(422);
  expect((await askForCode(second, 'stranger@example.com')).status).toBe(422);
  expect((await askForCode(first, 'stranger@example.com')).status).toBe(429);
});
