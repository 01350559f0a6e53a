import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { testDatabase } from '../../server/testing/test-database.ts';

// The schedules in pg_cron and pg_net, as on Supabase (./hosted/supabase-project.sql).

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await testDatabase('supabase'));
  await database.query(
    `insert into vault.decrypted_secrets values ('project_url', 'https://abcdefghijklmnopqrst.supabase.co/'), ('service_role_key', 'sb_secret_a')`,
  );
});
afterAll(() => remove());

const query = async (text: string, values: unknown[] = []) => (await database.query(text, values)).rows;
/** pg_cron's call, and the function's answer as pg_net stores it. */
const run = async (name: string, status: number | null) => {
  const [before] = await query('select coalesce(max(id), 0) as id from net.asked');
  await query('select private.call_function($1)', [name]);
  const [asked] = await query('select id, url from net.asked where id > $1', [before!['id']]);
  await query(
    'insert into net._http_response (id, status_code, timed_out) values ($1, $2::integer, $2::integer is null)',
    [asked!['id'], status],
  );
  return asked!['url'];
};

test('every schedule has a row that says when it last ran, and vice versa', async () => {
  const scheduled = (await query('select jobname from cron.job order by 1')).map((row) => row['jobname']);
  const kept = (await query('select name from private.schedule_runs order by 1')).map((row) => row['name']);
  expect(kept).toEqual(scheduled);
});

const [, alarmQuery] = /```sql\n(-- Messages that failed for good[^`]+)```/.exec(
  readFileSync(join(import.meta.dirname, '../../docs/deploy-supabase.md'), 'utf8'),
)!;
const alarms = async () => (await query(alarmQuery!))[0]!;

test('a wrong key in the vault triggers an alarm, although every scheduler call succeeded', async () => {
  for (const [name] of [
    ['deliver-outbox'],
    ['delete-due-accounts'],
    ['read-busy-times'],
    ['send-cycle-reminders'],
    ['watch-attention'],
  ])
    await run(name!, 200);
  await query('select public.forget_old_limits(), public.forget_old_drafts()');
  await query('select private.read_function_answers()');
  expect(await alarms()).toEqual({ parked: '0', late: '0', failed: '0', refused: '0', idle: '0' });
  expect(await run('deliver-outbox', 401)).toBe(
    'https://abcdefghijklmnopqrst.supabase.co/functions/v1/deliver-outbox',
  );
  await run('watch-attention', null);
  expect(await alarms()).toMatchObject({ failed: '0', refused: '2', idle: '0' });
  await query(
    `update private.schedule_runs set worked_at = now() - interval '9 minutes' where name = 'deliver-outbox'`,
  );
  expect(await alarms()).toMatchObject({ idle: '1' });
});
