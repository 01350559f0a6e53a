import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newPatient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const KB = 1024;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true', RATE_LIMIT_SCALE: '1' });
});
afterAll(() => server.stop());

type Sent = { path?: string; token?: string; from?: string; body: BodyInit };

const send = ({ path = '/rest/v1/rpc/nothing', token, from = '192.0.2.1', body }: Sent) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: {
      apikey: server.keys.anonKey,
      authorization: `Bearer ${token ?? server.keys.anonKey}`,
      'content-type': 'application/json',
      'x-forwarded-for': from,
    },
    body,
    ...(typeof body !== 'string' && { duplex: 'half' }),
  });

/** Meaningless JSON of this many bytes. Every route refuses it sooner or later. */
const blank = (bytes: number) => `{${' '.repeat(bytes - 2)}}`;
/** A route that reads this far answers with 400. */
const broken = (bytes: number) => `{${' '.repeat(bytes - 1)}`;

describe.each([
  '/rest/v1/rpc/nothing',
  '/rest/v1/customers',
  '/functions/v1/validate-email',
  '/auth/v1/otp',
  '/realtime/v1/api/broadcast',
  '/storage/v1/object/list/guides',
])('%s', (path) => {
  test('refuses more than 16 KB from an unidentified client, announced or not, before it is read', async () => {
    const body = broken(16 * KB + 1);
    for (const sent of [body, new Blob([body]).stream()]) {
      const answer = await send({ path, body: sent, from: '192.0.2.2' });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ message: 'The request body is larger than 16 KB.' });
    }
  });

  test('reads as much from a patient or a call’s host', async () => {
    const exp = Math.floor(Date.now() / 1000) + 600;
    const host = await server.keys.sign({ role: 'anon', call_id: 'c', call_sequence: 1, exp });
    for (const token of [(await newPatient(server)).token, host])
      expect((await send({ path, token, body: broken(16 * KB + 1) })).status).not.toBe(413);
  });
});

/** Sends the same body until it is refused. Returns how often it was accepted. */
async function sendUntilRefused(sent: Sent): Promise<{ taken: number; refusal: Response }> {
  for (let taken = 0; taken < 100; taken += 1) {
    const answer = await send(sent);
    if (answer.status === 429) return { taken, refusal: answer };
    await answer.text();
  }
  throw new Error('never refused');
}

test('an address sends 256 KB at once for all unidentified clients, and then a fixed rate per second', async () => {
  const body = blank(16 * KB);
  const { taken, refusal } = await sendUntilRefused({ body, from: '192.0.2.3' });
  expect(taken).toBeGreaterThanOrEqual(16);
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refusal.json()).toMatchObject({ code: 'over_request_rate_limit' });
  // Chunked requests get the same limit.
  expect((await send({ body: new Blob([body]).stream(), from: '192.0.2.3' })).status).toBe(429);
  // Neither other addresses nor the patients at this one are affected.
  expect((await send({ body, from: '192.0.2.4' })).status).toBe(404);
  const { token } = await newPatient(server);
  expect((await send({ body, token, from: '192.0.2.3' })).status).toBe(404);
});

test('a patient sends a megabyte at once, from anywhere, and no one else pays for it', async () => {
  const [ann, ben] = [await newPatient(server), await newPatient(server)];
  const body = blank(256 * KB);
  const { taken } = await sendUntilRefused({ body, token: ann.token, from: '192.0.2.5' });
  expect(taken).toBeGreaterThanOrEqual(4);
  expect((await send({ body, token: ann.token, from: '192.0.2.6' })).status).toBe(429);
  expect((await send({ body, token: ben.token, from: '192.0.2.5' })).status).toBe(404);
});

test('the clinic’s own programs have no limit', async () => {
  const token = server.keys.serviceRoleKey;
  for (let sent = 0; sent < 8; sent += 1)
    expect((await send({ body: blank(256 * KB), token })).status).toBe(404);
});

test('a clinic whose patients sign in behind one address is never limited', async () => {
  // A hundred sign-ins, with five requests each.
  const body = blank(300);
  for (let round = 0; round < 100; round += 1) {
    const answers = await Promise.all(Array.from({ length: 5 }, () => send({ body, from: '192.0.2.7' })));
    for (const { status } of answers) expect(status).toBe(404);
  }
});
