import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { holdTables } from '../testing/hold-tables.ts';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { connectRaw } from './testing/raw-client.ts';

// If a change couldn't be read for a temporary reason, the change still happened, so its subscribers have to
// reconnect and read everything again.

const COME_BACK = 1011;
const WITHIN = { timeout: 7_000 };
/** One person's concurrent queries, and the queue behind them. */
const [SHARE, LINE] = [3, 100];

let server: TestServer;
let patient: Patient;
let logged: unknown[] = [];
beforeAll(async () => {
  const log = (_event: string, facts: { kind?: unknown } = {}) => void logged.push(facts.kind);
  server = await startTestServer({}, { log });
});
beforeEach(async () => {
  logged = [];
  patient = await newPatient(server);
});
afterAll(() => server.stop());

async function subscriber({ token }: Patient) {
  const client = await connectRaw({ url: server.url, anonKey: server.keys.anonKey });
  onTestFinished(() => client.socket.terminate());
  const changes: string[] = [];
  client.socket.on('message', (data) => {
    const [, , , event, payload] = JSON.parse((data as Buffer).toString()) as [
      0,
      0,
      0,
      string,
      ChangePayload,
    ];
    if (event === 'postgres_changes') changes.push(payload.data.record.result);
  });
  const subscription = { event: '*', schema: 'public', table: 'test_results' };
  const joined = await client.join('own', token, { private: false, postgres_changes: [subscription] });
  expect(joined.status).toBe('ok');
  return { ...client, changes };
}
type ChangePayload = { data: { record: { result: string } } };

const logResult = ({ id }: Patient, result: string) =>
  server.database.query(
    `insert into public.test_results (user_id, result_type, result, taken_at) values ($1, 'ovulation', $2, now())`,
    [id, result],
  );

/** Until it is fixed, everyone who reads results gets this error. */
async function failReads(code: string): Promise<() => Promise<unknown>> {
  await server.database.query(
    `create function private.fail() returns boolean language plpgsql as $$
     begin raise exception using errcode = '${code}', message = 'A failure for a test'; end $$;
     grant execute on function private.fail() to authenticated;
     create policy "A failure" on public.test_results as restrictive for select to authenticated using (private.fail())`,
  );
  return () => server.database.query('drop function private.fail() cascade');
}

test.each([
  ['40001', 'a statement that PostgreSQL wants again'],
  ['40P01', 'a deadlock'],
  ['57014', 'a read that took too long'],
  ['53300', 'a database that is full'],
])('after %s, %s, a subscriber has to reconnect', async (code) => {
  const client = await subscriber(patient);
  const putRight = await failReads(code);
  onTestFinished(async () => void (await putRight()));
  await logResult(patient, 'Invalid');
  expect(await client.closed).toBe(COME_BACK);
});

test('a change that can never be read affects only itself', async () => {
  const client = await subscriber(patient);
  const putRight = await failReads('22012');
  await logResult(patient, 'Invalid');
  await expect.poll(() => logged, WITHIN).toContain('database 22012');
  await putRight();
  await logResult(patient, 'Negative (Low LH)');
  await expect.poll(() => client.changes, WITHIN).toContain('Negative (Low LH)');
  expect(client.isOpen()).toBe(true);
});

test('anyone whose own queue is full has to reconnect, and no one else', async () => {
  const other = await newPatient(server);
  const [client, beside] = [await subscriber(patient), await subscriber(other)];
  const headers = { apikey: server.keys.anonKey, authorization: `Bearer ${patient.token}` };
  const read = () => fetch(`${server.url}/rest/v1/completed_phases`, { headers });
  expect((await read()).status).toBe(200);
  const held = await holdTables(server, 'public.completed_phases');
  const asked = Array.from({ length: SHARE + LINE + 50 }, async () => (await read()).status);
  // When someone is refused, the queue is full.
  expect(await Promise.race(asked)).toBe(429);
  await logResult(patient, 'Invalid');
  await logResult(other, 'Negative (Low LH)');
  expect(await client.closed).toBe(COME_BACK);
  await expect.poll(() => beside.changes, WITHIN).toEqual(['Negative (Low LH)']);
  await held.release();
  await Promise.all(asked);
});
