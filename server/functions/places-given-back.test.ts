import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import * as z from 'zod/mini';
import { beforeAll, afterAll, expect, onTestFinished, test } from 'vitest';
import { defineFunction, type Handler } from '../../supabase/functions/_shared/request/define-function.ts';
import { answerProblem } from '../http/answer-problem.ts';
import { newPatient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { functionRoutes } from './routes.ts';

const UNDER_WAY = 6;
const TIME_LIMIT_MS = 300;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const echo = defineFunction({
  method: 'POST',
  caller: 'anyone',
  input: z.object({}),
  run: async () => ({ heard: true }),
});
const hang: Handler = () => new Promise(() => {});

/** The server's functions over HTTP, with only these and little time for each. */
async function serveFunctions() {
  const routes = functionRoutes(
    server,
    (url, asking) => fetch(url.replace('http://portal.internal', server.url), asking),
    {
      handlers: new Map([
        ['echo', echo],
        ['hang', hang],
        // A call's link in the body decides the queue, so this body is read before the others.
        ['enter-call', echo],
      ]),
      limits: { timeLimitMs: TIME_LIMIT_MS },
    },
  );
  routes.onError(answerProblem(server));
  const served = serve({ fetch: routes.fetch, port: 0, hostname: '127.0.0.1' });
  onTestFinished(() => void served.close());
  await once(served, 'listening');
  return (served.address() as AddressInfo).port;
}

const headersOf = (token: string) => ({ apikey: server.keys.anonKey, authorization: `Bearer ${token}` });

/** Announces sixty bytes, sends one, and returns the first line it hears, or '' on disconnect. */
async function stall(port: number, name: string, token: string, hangsUp: boolean): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.on('data', (data) => (heard += data.toString()));
  const head = Object.entries(headersOf(token)).map(([key, value]) => `${key}: ${value}\r\n`);
  socket.write(
    `POST /${name} HTTP/1.1\r\nHost: localhost\r\n${head.join('')}Content-Length: 60\r\n\r\n{`,
    () => {
      if (hangsUp) socket.destroy();
    },
  );
  if (!hangsUp) await once(socket, 'data');
  socket.destroy();
  return heard.split('\r\n')[0]!;
}

const call = (port: number, name: string, token: string) =>
  fetch(`http://127.0.0.1:${port}/${name}`, { method: 'POST', headers: headersOf(token), body: '{}' });

test.each([
  ['a stranger', 'echo', async () => server.keys.anonKey],
  ['a patient', 'echo', async () => (await newPatient(server)).token],
  ['whoever enters a call', 'enter-call', async () => server.keys.anonKey],
])('bodies from %s that never arrive take no one’s place', async (_, name, tokenOf) => {
  const port = await serveFunctions();
  const token = await tokenOf();
  const stalled = Array.from({ length: UNDER_WAY }, () => stall(port, name, token, false));
  // No bytes arrive, not even while the server waits for them.
  expect((await call(port, name, token)).status).toBe(200);
  for (const line of await Promise.all(stalled)) expect(line).toBe('HTTP/1.1 504 Gateway Timeout');
  expect((await call(port, name, token)).status).toBe(200);
});

test('a phone that loses its network halfway through its requests is served when it is back', async () => {
  const port = await serveFunctions();
  const { token } = await newPatient(server);
  await Promise.all(Array.from({ length: UNDER_WAY }, () => stall(port, 'echo', token, true)));
  expect((await call(port, 'echo', token)).status).toBe(200);
});

test('a function that never ends frees its place when its caller gets the timeout', async () => {
  const port = await serveFunctions();
  const { token } = await newPatient(server);
  const hanging = Array.from({ length: UNDER_WAY }, () => call(port, 'hang', token));
  for (const { status } of await Promise.all(hanging)) expect(status).toBe(504);
  expect((await call(port, 'echo', token)).status).toBe(200);
});
