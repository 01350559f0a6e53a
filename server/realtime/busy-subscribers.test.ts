import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdTables } from '../testing/hold-tables.ts';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { joined, realtimeOf } from './testing/clients.ts';

/** The number of people who read changes at the same time, and how many queries each may run at once. */
const READERS = 3;
const SHARE = 3;
const WITHIN = { timeout: 6_000 };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const subscribe = async ({ id, token }: Patient, received: string[]): Promise<void> => {
  const subscription = {
    event: '*',
    schema: 'public',
    table: 'customers',
    filter: `user_id=eq.${id}`,
  } as const;
  await joined(
    realtimeOf(server, token)
      .channel(`own ${id}`)
      .on('postgres_changes', subscription, () => received.push(id)),
  );
};

const readResults = ({ token }: Patient) =>
  fetch(`${server.url}/rest/v1/test_results`, {
    headers: { apikey: server.keys.anonKey, authorization: `Bearer ${token}` },
  });

test('patients waiting for their own queries delay no one else’s changes', async () => {
  const received: string[] = [];
  const busy = await Promise.all(Array.from({ length: READERS }, () => newPatient(server)));
  const quiet = await newPatient(server);
  for (const patient of [...busy, quiet]) await subscribe(patient, received);

  // Commits all of them at once, so that they are announced before the quiet person's change.
  expect((await readResults(quiet)).status).toBe(200);
  const held = await holdTables(server, 'public.test_results');
  const asked = busy.flatMap((patient) => Array.from({ length: SHARE }, () => readResults(patient)));
  await expect.poll(held.blocked, WITHIN).toBe(READERS * SHARE);
  // Commits all of them at once, so that they are announced before the quiet person's change.
  await server.database.transaction(async (query) => {
    for (const { id } of [...busy, quiet])
      await query(`update public.customers set tracking_url = 'https://example.com' where user_id = $1`, [
        id,
      ]);
  });
  await expect.poll(() => received, WITHIN).toEqual([quiet.id]);

  await held.release();
  await Promise.all(asked);
  await expect
    .poll(() => received.toSorted(), WITHIN)
    .toEqual([...busy, quiet].map(({ id }) => id).toSorted());
});
