import type { RealtimeClient } from '@supabase/realtime-js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { joined, realtimeOf } from './testing/clients.ts';
import { LIMITS } from './limits.ts';

let server: TestServer;
let patients: Patient[];

beforeAll(async () => {
  const limits = {
    ...LIMITS,
    joinsPerSecond: 1_000,
    messagesPerSecond: 10_000,
    changesPerUser: SUBSCRIPTIONS,
  };
  server = await startTestServer({}, { limits });
  patients = [await newPatient(server), await newPatient(server)];
});
afterAll(() => server.stop());

const SUBSCRIPTIONS = 1_000;
const PER_CHANNEL = 10;

/** Every request a patient could make: any table, event and filter, often with the other patient's id. */
const anySubscription = (ids: string[]) => {
  const table = fc.constantFrom('customers', 'completed_phases', 'test_results');
  const id = fc.constantFrom(...ids);
  const filter = fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    id.map((user) => `user_id=eq.${user}`),
    id.map((user) => `user_id=neq.${user}`),
    fc.constant(`user_id=in.(${ids.join(',')})`),
    fc.constant('user_id=not.is.null'),
  );
  const event = fc.constantFrom('*', 'INSERT', 'UPDATE', 'DELETE');
  const schema = fc.constant('public');
  return fc.oneof(
    { weight: 1, arbitrary: fc.record({ event, schema }) },
    { weight: 4, arbitrary: fc.record({ event, schema, table, filter }) },
  );
};

test(
  '1,000 random subscriptions by two patients never reveal anyone else’s row',
  { timeout: 180_000 },
  async () => {
    const ids = patients.map(({ id }) => id);
    const subscriptions = fc.sample(anySubscription(ids), { numRuns: SUBSCRIPTIONS, seed: 11 });
    const received = new Map<string, Record<string, unknown>[]>(ids.map((id) => [id, []]));
    const clients = patients.map(({ token }) =>
      Array.from({ length: 2 }, () => realtimeOf(server, token, { timeout: 60_000 })),
    );
    const listen = async (client: RealtimeClient, number: number, who: number) => {
      const channel = client.channel(`fuzz:${number}`);
      for (const subscription of subscriptions.slice(number * PER_CHANNEL, (number + 1) * PER_CHANNEL))
        channel.on(
          'postgres_changes',
          subscription as never,
          ({ new: row, old }: Record<string, unknown>) => {
            received.get(ids[who]!)!.push({ ...(old as object), ...(row as object) });
          },
        );
      await joined(channel);
    };
    const channels = SUBSCRIPTIONS / PER_CHANNEL;
    await Promise.all(
      Array.from({ length: channels }, (_, number) =>
        listen(clients[number % 2]![Math.floor(number / 2) % 2]!, number, number % 2),
      ),
    );

    const ours = await change(patients);
    const sentinel = (rows: Record<string, unknown>[]) =>
      rows.some((row) => row['tracking_url'] === 'https://example.com/last');
    await expect.poll(() => [...received.values()].every(sentinel), { timeout: 60_000 }).toBe(true);
    for (const [index, id] of ids.entries()) {
      const rows = received.get(id)!;
      expect(rows.length).toBeGreaterThan(100);
      const foreign = rows.filter((row) => {
        const owner = row['user_id'] ?? ours.get(row['id'] as string);
        return owner !== id;
      });
      expect([index, foreign]).toEqual([index, []]);
    }
  },
);

/** Adds, changes and deletes rows of both patients in turn. Returns whose row each one was. */
async function change(both: Patient[]): Promise<Map<string, string>> {
  const owners = new Map<string, string>();
  const { query } = server.database;
  for (let round = 0; round < 3; round += 1) {
    for (const { id } of both) {
      const { rows } = await query<{ id: string }>(
        `insert into public.test_results (user_id, result_type, result, taken_at) values ($1, 'ovulation', 'Invalid', now()) returning id`,
        [id],
      );
      owners.set(rows[0]!.id, id);
      await query('update public.test_results set created_at = now() where id = $1', [rows[0]!.id]);
      if (round < 2) await query('delete from public.test_results where id = $1', [rows[0]!.id]);
      await query(
        `insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, 'welcome', 1) on conflict do nothing`,
        [id],
      );
    }
  }
  for (const { id } of both) {
    const { rows } = await query<{ id: string }>(
      'select id from public.completed_phases where user_id = $1',
      [id],
    );
    for (const row of rows) owners.set(row.id, id);
    await query('delete from public.completed_phases where user_id = $1', [id]);
  }
  for (const { id } of both)
    await query(`update public.customers set tracking_url = 'https://example.com/last' where user_id = $1`, [
      id,
    ]);
  return owners;
}
