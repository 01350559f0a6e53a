import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { serveWithDeno, type Deno } from '../testing/deno.ts';

// A busy auth service has said nothing about the credential: a client that got 401 would be signed out.

const KEYS = { anonKey: 'sb_publishable_a', serviceRoleKey: 'sb_secret_a' };

let answer: (response: ServerResponse) => void;
let auth: ReturnType<typeof createServer>;
let deno: Deno;
beforeAll(async () => {
  auth = createServer((_request, response) => answer(response));
  auth.listen(0, '127.0.0.1');
  await once(auth, 'listening');
  const { port } = auth.address() as AddressInfo;
  deno = await serveWithDeno('cancel-appointment', { url: `http://127.0.0.1:${port}`, keys: KEYS });
});
afterAll(async () => {
  await deno.stop();
  auth.close();
});

async function askWhile(status: number): Promise<Response> {
  let asked = 0;
  answer = (response) => {
    asked += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  };
  onTestFinished(() => expect(asked).toBeGreaterThan(0));
  return fetch(deno.url, {
    method: 'POST',
    headers: { authorization: 'Bearer a.b.c', 'content-type': 'application/json' },
    body: '{}',
  });
}

test.each([429, 500, 502, 503, 504])(
  'an auth service that answers %i is asked again later',
  async (status) => {
    const refused = await askWhile(status);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  },
);

test.each([401, 403])('one that answers %i has refused the credential', async (status) => {
  const refused = await askWhile(status);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ code: 'bad_credential' });
});
