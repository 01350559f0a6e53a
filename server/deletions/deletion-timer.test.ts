import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../app.ts';
import { beginLeaving } from '../../supabase/tests/functions/testing/leaving.ts';
import { newPatient } from '../testing/patient.ts';
import { startTestServer, withTestServer } from '../testing/test-server.ts';
import { startDeletionTimer } from './deletion-timer.ts';

test('two servers’ clocks delete what is due, once, and stop when told', async () => {
  const first = await withTestServer();
  const second = await startTestServer({}, { database: { url: first.databaseUrl } });
  onTestFinished(() => second.stop());
  const { database } = first;
  const left = async () => (await database.query('select from public.account_deletions')).rows.length;
  const arrive = async (daysAgo: number) => beginLeaving(database, await newPatient(first), { daysAgo });
  for (let count = 0; count < 12; count += 1) await arrive(8);
  await arrive(6);

  const timers = [first, second].map((server) => {
    // Runs as the server starts it, within the process.
    const app = createApp(server);
    return startDeletionTimer(server, (request) => app.fetch(request, {}), { intervalMs: 20 });
  });
  await expect.poll(left).toBe(1);
  await Promise.all(timers.map((timer) => timer.stop()));
  const { rows } = await database.query(
    `select count(distinct subject_id)::int as people from public.audit_log
     where kind = 'customers' and action = 'delete' and subject_id not in (select id from auth.users)`,
  );
  expect(rows).toEqual([{ people: 12 }]);

  await arrive(8);
  expect(await left()).toBe(2);
});

test('an unreachable server is reported, and asked again', async () => {
  const server = await withTestServer();
  const said: string[] = [];
  let answers = 0;
  const timer = startDeletionTimer(
    { ...server, log: (event) => void said.push(event) },
    () => {
      answers += 1;
      if (answers === 1) throw new TypeError('fetch failed');
      return Promise.resolve(new Response(null, { status: answers === 2 ? 503 : 200 }));
    },
    { intervalMs: 10 },
  );
  onTestFinished(timer.stop);
  await expect.poll(() => answers).toBeGreaterThan(3);
  expect(said).toEqual(['accounts not deleted', 'accounts not deleted']);
});
