import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Statement } from '../database/query-types.ts';
import type { TestServer } from '../testing/test-server.ts';
import { times } from '../testing/times.ts';
import { fuzzRequest, type FuzzRequest } from './fuzz/requests.ts';
import { CANARY, NUMERIC_CANARY } from './fuzz/text.ts';
import { send, signInPatient, startProbeServer, type Patient } from './testing.ts';

/** Codes that would mean we sent a broken statement. No input may cause them. */
const OUR_FAULT = ['42601', '42P02', '42P18', '08P01', '26000', '42P05', 'PGRSTX00'];
const RUNS = times(40, 100);
const AT_ONCE = 25;

let server: TestServer;
let ann: Patient;
const statements: Statement[] = [];

beforeAll(async () => {
  server = await startProbeServer();
  ann = await signInPatient(server, 'ann@example.com');
  await ann.client.from('entries').insert([{ title: 'A' }, { title: 'B', note: 'b', data: { n: 1 } }]);
  const { asCaller } = server.database;
  server.database.asCaller = (caller, statement, options) => {
    statements.push(statement);
    return asCaller(caller, statement, options);
  };
});
afterAll(() => server.stop());

test('whatever is sent, nothing breaks and no input becomes SQL', async () => {
  const answered: Record<string, number> = {};
  const check = async (request: FuzzRequest) => {
    const { path, ...init } = request;
    const reply = await send(server, ann.token, path, init);
    const code = (reply.json as { code?: string } | null)?.code ?? '';
    expect(reply.status, reply.text).toBeLessThan(500);
    expect(OUR_FAULT, reply.text).not.toContain(code);
    answered[reply.status] = (answered[reply.status] ?? 0) + 1;
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fuzzRequest, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
      await Promise.all(requests.map(check));
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  for (const { text } of statements) {
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(NUMERIC_CANARY);
  }
  // The generator must reach the database often enough to prove anything.
  expect(
    statements.filter((one) => JSON.stringify(one.values ?? []).includes(CANARY)).length,
  ).toBeGreaterThan(2 * RUNS);
  expect(answered['200']).toBeGreaterThan(RUNS);
  expect(answered['201']).toBeGreaterThan(RUNS / 20);
});
