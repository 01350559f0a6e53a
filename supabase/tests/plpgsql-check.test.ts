import { expect, test } from 'vitest';
import { sayNotRun } from '../../server/testing/not-run.ts';
import { connectAsSuperuser, testDatabase } from '../../server/testing/test-database.ts';

// PL/pgSQL finds a missing column or a wrong type only when it runs the line. The extension reads every line without running it.

/**
 * Each function once; a trigger’s function once for each of its tables, with what its triggers together know of what
 * changed: one for insertions and one for deletions know half of it each.
 */
const FINDINGS = `
  select checked.name, found.lineno as line, found.level, found.message, found.detail, found.query
  from (
    select p.oid, p.oid::regprocedure::text as name, coalesce(tgrelid, 0) as relation,
      (array_agg(tgoldtable order by num_nonnulls(tgoldtable, tgnewtable) desc) filter (where tgoldtable is not null))[1] as old_table,
      (array_agg(tgnewtable order by num_nonnulls(tgoldtable, tgnewtable) desc) filter (where tgnewtable is not null))[1] as new_table
    from pg_proc p
    join pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
    left join pg_trigger on tgfoid = p.oid and not tgisinternal
    where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and (p.prorettype <> 'trigger'::regtype or tgrelid is not null)
    group by p.oid, tgrelid) as checked
  cross join lateral plpgsql_check_function_tb(checked.oid, checked.relation, fatal_errors => false, security_warnings => true,
    oldtable => old_table, newtable => new_table) as found
  order by 1, 2`;

test('plpgsql_check finds nothing in any function of the database', async (context) => {
  const { database, remove } = await testDatabase('supabase');
  const superuser = await connectAsSuperuser(database);
  try {
    const { rowCount: available } = await superuser.query(
      `select from pg_available_extensions where name = 'plpgsql_check'`,
    );
    if (available === 0) {
      await sayNotRun(
        context,
        'plpgsql_check is not installed (apt-get install postgresql-15-plpgsql-check; npm run test:postgres -- 15): PL/pgSQL functions are not checked',
      );
      return;
    }
    await superuser.query('create schema checks; create extension plpgsql_check with schema checks');
    await superuser.query('set search_path = checks, pg_catalog');
    expect((await superuser.query(FINDINGS)).rows).toEqual([]);
  } finally {
    await superuser.end();
    await remove();
  }
});
