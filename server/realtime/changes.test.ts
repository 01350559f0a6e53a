import type { RealtimeClient } from '@supabase/realtime-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { joined, realtimeOf, refusalOf } from './testing/clients.ts';

let server: TestServer;
let [one, two]: Patient[] = [];

beforeAll(async () => {
  server = await startTestServer();
  [one, two] = [await newPatient(server), await newPatient(server)];
});
afterAll(() => server.stop());

type Asked = { event?: '*'; table?: string; filter?: string; select?: string[] };
type Received = {
  eventType: string;
  table: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
};

async function subscribe(client: RealtimeClient, name: string, ...asked: Asked[]): Promise<Received[]> {
  const received: Received[] = [];
  const channel = client.channel(name);
  for (const request of asked)
    channel.on('postgres_changes', { event: '*', schema: 'public', ...request }, (change) => {
      received.push({ eventType: change.eventType, table: change.table, new: change.new, old: change.old });
    });
  await joined(channel);
  return received;
}

const logResult = async ({ id }: Patient, result = 'Negative (Low LH)') => {
  const { rows } = await server.database.query<{ id: string }>(
    `insert into public.test_results (user_id, result_type, result, taken_at) values ($1, 'ovulation', $2, now()) returning id`,
    [id, result],
  );
  return rows[0]!.id;
};

test('a patient receives every row of theirs that is added, changed or deleted, with its content', async () => {
  const received = await subscribe(realtimeOf(server, one!.token), 'results', { table: 'test_results' });
  await logResult(two!);
  const id = await logResult(one!);
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]).toMatchObject({
    eventType: 'INSERT',
    table: 'test_results',
    new: { id, user_id: one!.id, result: 'Negative (Low LH)', cycle_number: null },
    old: {},
  });
  await server.database.query(`update public.test_results set result = 'Invalid' where id = $1`, [id]);
  await expect.poll(() => received.length).toBe(2);
  expect(received[1]).toMatchObject({ eventType: 'UPDATE', new: { id, result: 'Invalid' }, old: { id } });
  await server.database.query('delete from public.test_results where user_id = any($1)', [
    [one!.id, two!.id],
  ]);
  await expect.poll(() => received.length).toBe(3);
  expect(received[2]).toEqual({ eventType: 'DELETE', table: 'test_results', new: {}, old: { id } });
});

test('filters, columns and whole schemas work as realtime-js requests them', async () => {
  const client = realtimeOf(server, one!.token);
  const [peaks, ids, all] = await Promise.all([
    subscribe(client, 'peaks', {
      table: 'test_results',
      filter: 'result=in.("Invalid","High (Rising LH)"),cycle_number=is.null',
    }),
    subscribe(client, 'ids', { table: 'test_results', select: ['result'], filter: `user_id=eq.${one!.id}` }),
    subscribe(client, 'all', {}),
  ]);
  await logResult(one!, 'Negative (Low LH)');
  await logResult(one!, 'High (Rising LH)');
  await server.database.query(
    `update public.customers set tracking_url = 'https://example.com/1' where user_id = $1`,
    [one!.id],
  );
  await expect
    .poll(() => all.map(({ table }) => table))
    .toEqual(['test_results', 'test_results', 'customers']);
  expect(all[2]!.new['tracking_url']).toBe('https://example.com/1');
  expect(peaks.map((change) => change.new['result'])).toEqual(['High (Rising LH)']);
  expect(ids.map((change) => Object.keys(change.new).toSorted())).toEqual([
    ['id', 'result'],
    ['id', 'result'],
  ]);
});

test('notes, calls, other schemas and nonsense cannot be subscribed to', async () => {
  const client = realtimeOf(server, one!.token);
  const refusal = (name: string, asked: object) =>
    refusalOf(
      client.channel(name).on('postgres_changes', { event: '*', schema: 'public', ...asked }, () => {}),
    );
  for (const table of ['medical_notes', 'consultation_notes', 'appointments', 'outbox', 'nowhere'])
    expect(await refusal(table, { table })).toBe(`PostgresChanges: public.${table} cannot be followed`);
  expect(await refusal('auth', { schema: 'auth', table: 'users' })).toMatch(/cannot be followed/);
  expect(await refusal('column', { table: 'test_results', filter: 'nowhere=eq.1' })).toMatch(/nowhere/);
  expect(await refusal('syntax', { table: 'test_results', filter: 'id;drop table' })).toMatch(
    /^PostgresChanges/,
  );
  expect(await refusal('no table', { filter: 'id=eq.1' })).toMatch(/needs a table/);
});

test('without consent a patient hears of no result, since none can be read', async () => {
  const shy = await newPatient(server, { consent: false });
  const received = await subscribe(
    realtimeOf(server, shy.token),
    'shy',
    { table: 'test_results' },
    { table: 'customers' },
  );
  await logResult(shy);
  await server.database.query(
    `update public.customers set tracking_url = 'https://example.com/2' where user_id = $1`,
    [shy.id],
  );
  await expect.poll(() => received.map(({ table }) => table)).toEqual(['customers']);
});
