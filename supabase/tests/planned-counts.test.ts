import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { testDatabase } from '../../server/testing/test-database.ts';
import { join, type Patient } from './people.ts';

// PostgREST tells anyone who asks with `Prefer: count=planned` how many rows the planner expects, and that
// is learnt from everyone's rows. A crowd and one patient with many rows, after the statistics were
// gathered as autovacuum would.

const OWNERS = `attname in ('user_id', 'subject_id', 'actor_id')`;

let database: Database;
let remove: () => Promise<void>;
let curious: Patient;
let victim: Patient;
beforeAll(async () => {
  ({ database, remove } = await testDatabase('supabase'));
  curious = await join(database, 'curious', { consented: true });
  victim = await join(database, 'victim', { consented: true });
});
afterAll(() => remove());

const TABLES = [
  'audit_log.subject_id',
  'audit_log.actor_id',
  'test_results.user_id',
  'consent_history.user_id',
];

async function fill(): Promise<void> {
  const client = await database.connect();
  await client.query(`set session_replication_role = replica`);
  await client.query(
    `create temporary table crowd as
       select '${victim.id}'::uuid as id from generate_series(1, 500)
       union all select md5((number % 40)::text)::uuid from generate_series(1, 200) as number`,
  );
  await client.query(`
    insert into public.audit_log (actor_role, action, kind, subject_id, actor_id)
      select 'authenticated', 'insert', 'x', id, id from crowd;
    insert into public.test_results (user_id, result_type, result, taken_at, taken_on)
      select id, 'ovulation', 'Invalid', now(), current_date from crowd;
    insert into public.consent_history (user_id, consent, granted) select id, 'sms_consent', true from crowd;
    analyze`);
  await client.end();
}

/** The planner's estimate of one person's rows, as shown to someone else. */
async function expected(column: string, id: string): Promise<number> {
  const [table, name] = column.split('.');
  const { rows } = await curious.does(
    `explain (format json) select * from public.${table} where ${name} = '${id}'`,
  );
  return (rows[0]!['QUERY PLAN'] as { Plan: { 'Plan Rows': number } }[])[0]!.Plan['Plan Rows'];
}

const tells = async (column: string) =>
  (await expected(column, victim.id)) !== (await expected(column, randomUUID()));

const seen = async () => {
  const { rows } = await database.query(
    `select tablename || '.' || attname as name from pg_stats where schemaname = 'public' and ${OWNERS}
       and has_any_column_privilege('authenticated', format('public.%I', tablename), 'select') order by 1`,
  );
  return rows.map((row) => row['name']);
};

test('which rows belong to whom is kept out of the statistics, in every table', async () => {
  const { rows } = await database.query(
    `select attrelid::regclass || '.' || attname as name from pg_attribute join pg_class c on c.oid = attrelid
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p')
       and attstattarget is distinct from 0
       and (${OWNERS} or exists (
         select from pg_constraint where contype = 'f' and conrelid = attrelid and conkey = array[attnum]
           and confrelid in ('auth.users'::regclass, 'public.customers'::regclass)))`,
  );
  expect(rows).toEqual([]);
});

test('a planned count reveals nothing about another patient', async () => {
  await fill();
  expect(await seen()).toEqual([]);
  for (const column of TABLES) expect([column, await tells(column)]).toEqual([column, false]);
});
