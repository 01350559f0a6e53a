import { expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { addressesOf, beginChange, submitChangeCode, newMover } from './testing/email-changes.ts';
import { anotherCode, askForCode, submitCode, codeFor } from './testing/patients.ts';

const HOME = { 'x-forwarded-for': '198.51.100.1' };
const ELSEWHERE = { 'x-forwarded-for': '198.51.100.2' };
const NOBODY = 'nobody@example.com';

/** The limit is six tries. */
async function strictServer(deployment: 'embedded' | 'supabase' = 'embedded'): Promise<TestServer> {
  const server = await startTestServer({ RATE_LIMIT_SCALE: '0.02', TRUST_PROXY: 'true' }, { deployment });
  onTestFinished(() => server.stop());
  return server;
}

async function useUpTries(server: TestServer, client: Record<string, string>): Promise<void> {
  const bring = async () => (await submitCode(server, NOBODY, '123456', client)).status;
  const statuses = [];
  for (let tries = 0; tries < 7; tries += 1) statuses.push(await bring());
  expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 429]);
}

/** Without the parts that always differ: the time, and the request's own name. */
const comparable = async (answer: Response) => [
  answer.status,
  Math.ceil(Number(answer.headers.get('retry-after')) / 60),
  await answer.json(),
];

test.each(['embedded', 'supabase'] as const)(
  '%s: strangers who use up a network’s tries do not stop a change of address requested there',
  async (deployment) => {
    const server = await strictServer(deployment);
    const mover = await newMover(server);
    expect((await beginChange(server, mover.token, { email: mover.to }, HOME)).status).toBe(200);
    const bring = async (email: string, client: Record<string, string>) =>
      (await submitChangeCode(server, email, await codeFor(server, email), client)).status;
    for (const client of [HOME, ELSEWHERE]) await useUpTries(server, client);
    expect(await bring(mover.from, ELSEWHERE)).toBe(429);
    for (const email of [mover.from, mover.to]) expect(await bring(email, HOME)).toBe(200);
    expect(await addressesOf(server, mover)).toMatchObject({ email: mover.to });
  },
);

test('nor a sign-in', async () => {
  const server = await strictServer();
  await server.invite('ada@example.com');
  expect((await askForCode(server, 'ada@example.com', HOME)).status).toBe(200);
  const right = await codeFor(server, 'ada@example.com');
  for (const client of [HOME, ELSEWHERE]) await useUpTries(server, client);
  expect((await submitCode(server, 'ada@example.com', right, ELSEWHERE)).status).toBe(429);
  expect((await submitCode(server, 'ada@example.com', right, HOME)).status).toBe(200);
});

test('past the limit a wrong code gets the same answer as with no change in progress, and the fifth still invalidates', async () => {
  const server = await strictServer();
  await server.invite('ada@example.com');
  await askForCode(server, 'ada@example.com', HOME);
  const right = await codeFor(server, 'ada@example.com');
  await useUpTries(server, HOME);
  const nowhere = await comparable(await submitCode(server, NOBODY, '123456', HOME));
  // An unreadable one doesn't either.
  expect(await comparable(await submitCode(server, 'ada@example.com', '', HOME))).toEqual(nowhere);
  for (let tries = 0; tries < 5; tries += 1)
    expect(await comparable(await submitCode(server, 'ada@example.com', anotherCode(right), HOME))).toEqual(
      nowhere,
    );
  expect(await comparable(await submitCode(server, 'ada@example.com', right, HOME))).toEqual(nowhere);
  for (const body of [{}, [], null])
    expect((await submitCode(server, body as unknown as string, right, HOME)).status).toBe(429);
});
