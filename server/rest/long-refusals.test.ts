import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '../testing/test-server.ts';
import { send, signInPatient, startProbeServer, type Patient } from './testing.ts';

let server: TestServer;
let ann: Patient;

beforeAll(async () => {
  server = await startProbeServer();
  ann = await signInPatient(server, 'ann@example.com');
});
afterAll(() => server.stop());

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`argument_number_${number}`, 1]));
const LONG = 'x'.repeat(5_000);
const POST = { method: 'POST', headers: { 'content-type': 'application/json' } };
test.each([
  ['200 arguments of a function', 'rpc/nothing', numbered(200)],
  ['a long argument', 'rpc/nothing', { [LONG]: 1 }],
  ['a long column', 'entries', { [LONG]: 1 }],
  ['a long value, which PostgreSQL repeats', 'entries', { id: LONG }],
])('%s: the refusal repeats only the beginning', async (_, path, body) => {
  const reply = await send(server, ann.token, path, { ...POST, body: JSON.stringify(body) });
  expect(reply.status).toBeGreaterThanOrEqual(400);
  const words = Object.values(reply.json as Record<string, string | null>);
  expect(words.some((text) => text?.endsWith('…'))).toBe(true);
  for (const text of words) expect(text?.length ?? 0).toBeLessThanOrEqual(2_001);
});
