import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { testDatabase } from '../../server/testing/test-database.ts';
import { REFUSED } from './people.ts';

// The databases that migrations are tested on (./hosted) are as strict as a Supabase project: what `postgres`
// may not do there fails here too.

const USER = '00000000-0000-4000-8000-000000000001';
const OUR_SCHEMAS = `('public'::regnamespace, 'private'::regnamespace)`;

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await testDatabase('supabase'));
});
afterAll(() => remove());

/** Done like a migration, and undone. */
async function asMigration(text: string): Promise<string> {
  const client = await database.connect();
  try {
    await client.query('begin');
    await client.query('set local session authorization supabase_postgres');
    await client.query(text);
    return 'allowed';
  } catch (error) {
    return (error as { code: string }).code;
  } finally {
    await client.end();
  }
}

test.each(['auth.users', 'auth.sessions', 'storage.objects', 'realtime.messages'])(
  'a migration puts policies and triggers on %s, and neither columns nor indexes',
  async (table) => {
    const nothing = `create function private.nothing() returns trigger language plpgsql as 'begin return null; end'`;
    const after = `after insert on ${table} for each row execute function private.nothing()`;
    expect(await asMigration(`create policy "A policy" on ${table} for select using (false)`)).toBe(
      'allowed',
    );
    expect(await asMigration(`${nothing}; create trigger a_trigger ${after}`)).toBe('allowed');
    expect(await asMigration(`alter table ${table} add column ours text`)).toBe(REFUSED);
    expect(await asMigration(`alter table ${table} disable row level security`)).toBe(REFUSED);
    expect(await asMigration(`create index ours on ${table} (id)`)).toBe(REFUSED);
    expect(await asMigration(`drop table ${table}`)).toBe(REFUSED);
  },
);

test('writing a policy leaves the migration’s role unchanged', async () => {
  const between = `create policy "A policy" on storage.objects for select using (false);
    create index ours on storage.objects (id)`;
  expect(await asMigration(between)).toBe(REFUSED);
});

test('a migration creates nothing in the schemas of Supabase’s services', async () => {
  for (const schema of ['auth', 'storage', 'realtime']) {
    expect(await asMigration(`create table ${schema}.ours ()`)).toBe(REFUSED);
  }
});

test('files are removed through Storage, which says so, and not by other SQL', async () => {
  expect(await asMigration('delete from storage.objects')).toBe(REFUSED);
  expect(
    await asMigration(`set local storage.allow_delete_query = 'true'; delete from storage.objects`),
  ).toBe('allowed');
});

test('a session names an OAuth client that exists, and its scopes are short', async () => {
  const session = (columns: string, values: string) =>
    asMigration(`insert into auth.users (id, email) values ('${USER}', 'a@example.com') on conflict do nothing;
      insert into auth.sessions (id, user_id, ${columns}) values (gen_random_uuid(), '${USER}', ${values})`);
  await database.query(
    `insert into public.invitations (email, first_name, last_name) values ('a@example.com', 'A', 'B')`,
  );
  expect(await session('scopes', `'email'`)).toBe('allowed');
  expect(await session('scopes', `repeat('x', 4097)`)).toBe('23514');
  expect(await session('oauth_client_id', 'gen_random_uuid()')).toBe('23503');
});

test('the migrations grant everything themselves, so a project with default grants comes out the same', async () => {
  const { database: withDefaults, remove: removeIt } = await testDatabase('embedded');
  onTestFinished(removeIt);
  const [here, there] = await Promise.all([grantsIn(database), grantsIn(withDefaults)]);
  expect(here.length).toBeGreaterThan(100);
  expect(here).toEqual(there);
  const defaults = `select from pg_default_acl where defaclrole = 'supabase_postgres'::regrole`;
  expect((await database.query(defaults)).rows).toEqual([]);
});

/** The rights of requests on our tables, views, sequences and functions. */
async function grantsIn({ query }: Database): Promise<string[]> {
  const { rows } = await query<{ granted: string }>(
    `select concat_ws(' ', name, privilege_type, grantee::regrole) as granted from (
       select oid::regclass::text as name, relacl as acl from pg_class where relnamespace in ${OUR_SCHEMAS} and relkind in ('r', 'v', 'S')
       union all select attrelid::regclass || '.' || attname, attacl from pg_attribute
         join pg_class on pg_class.oid = attrelid where relnamespace in ${OUR_SCHEMAS}
       union all select oid::regprocedure::text, proacl from pg_proc where pronamespace in ${OUR_SCHEMAS}
     ) as object cross join lateral aclexplode(acl)
     where grantee in (0, 'anon'::regrole, 'authenticated'::regrole, 'service_role'::regrole) order by 1`,
  );
  return rows.map(({ granted }) => granted);
}
