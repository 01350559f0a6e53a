import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { testDatabase } from '../../server/testing/test-database.ts';
import { statementsWithoutWhere, type Routine } from './where-clauses.ts';

// Supabase loads `safeupdate` for every request that comes in through its API: an UPDATE or DELETE without WHERE fails with
// 21000 there, inside functions and CTEs too. `where true` says that all rows are meant.

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await testDatabase('supabase'));
});
afterAll(() => remove());

const routines = async () =>
  (
    await database.query<Routine>(
      `select pg_proc.oid::regprocedure::text as name, lanname as language, pg_get_functiondef(pg_proc.oid) as definition,
         case when prosqlbody is null then prosrc else '' end as body
       from pg_proc join pg_language on pg_language.oid = prolang
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace) order by 1`,
    )
  ).rows;

test('no function updates or deletes without a WHERE clause', async () => {
  const all = await routines();
  expect(all.length).toBeGreaterThan(300);
  const refused = all.flatMap((routine) =>
    statementsWithoutWhere(routine).map((text) => `${routine.name}: ${text}`),
  );
  expect(refused).toEqual([]);
});

const made = async (definition: string): Promise<string[]> => {
  await database.query(`create schema if not exists tried; ${definition}`);
  const { rows } = await database.query<Routine>(
    `select 'tried' as name, lanname as language, pg_get_functiondef(pg_proc.oid) as definition,
       case when prosqlbody is null then prosrc else '' end as body
     from pg_proc join pg_language on pg_language.oid = prolang where pronamespace = 'tried'::regnamespace`,
  );
  await database.query('drop schema tried cascade');
  return rows.flatMap(statementsWithoutWhere);
};
const plpgsql = (body: string, returns = 'void') =>
  `create function tried.it() returns ${returns} language plpgsql as $f$ declare kept record; begin ${body} end $f$`;

test.each([
  ['a statement', plpgsql('if true then delete from private.limits; end if;')],
  ['an update of all rows', plpgsql('update private.limits set used = 0;')],
  ['a join instead of a condition', plpgsql('delete from private.limits using public.care_team;')],
  ['a CTE', plpgsql('with gone as (delete from private.limits returning *) select * into kept from gone;')],
  [
    'a loop over what it removes',
    plpgsql('for kept in delete from private.limits returning * loop null; end loop;'),
  ],
  ['an answer', plpgsql('return query delete from private.limits returning key;', 'setof text')],
  ['dynamic SQL', plpgsql(`execute 'delete from private.limits';`)],
  ['dynamic SQL with a table’s name', plpgsql(`execute format('update private.%I set used = 0', 'limits');`)],
  [
    'a function in SQL',
    `create function tried.it() returns void language sql as 'delete from private.limits'`,
  ],
  [
    'a parsed body',
    `create function tried.it() returns void language sql begin atomic delete from private.limits; end`,
  ],
])('%s without WHERE is found', async (_, definition) => {
  expect(await made(definition)).toHaveLength(1);
});

test('half a statement in a string is refused, because it cannot be parsed', async () => {
  await expect(made(plpgsql(`execute 'delete from ' || quote_ident('limits');`))).rejects.toThrow(
    'cannot be read',
  );
});

test('a statement with a WHERE clause is allowed, `where true` included', async () => {
  const allowed = plpgsql(
    `delete from private.limits where key = 'a'; update private.limits set used = 0 where true;
     execute 'delete from private.limits where key = $1' using 'b'; raise notice 'delete, update';`,
  );
  expect(await made(allowed)).toEqual([]);
});
