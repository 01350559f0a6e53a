import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { testDatabase } from '../../server/testing/test-database.ts';
import { REFUSED } from './people.ts';

// The shapes on which the migrations are tried (./hosted) are as strict as a project of Supabase's: what `postgres` may
// not do there fails here too.

let database: Database;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ database, remove } = await testDatabase('supabase'));
});
afterAll(() => remove());

/** As a migration would do it, and taken back. */
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

test('writing a policy leaves the migration’s role as it was', async () => {
  const between = `create policy "A policy" on storage.objects for select using (false);
    create index ours on storage.objects (id)`;
  expect(await asMigration(between)).toBe(REFUSED);
});

test('a migration makes nothing in the schemas of Supabase’s services', async () => {
  for (const schema of ['auth', 'storage', 'realtime']) {
    expect(await asMigration(`create table ${schema}.ours ()`)).toBe(REFUSED);
  }
});

test('files are removed through Storage, never by SQL', async () => {
  expect(await asMigration('delete from storage.objects')).toBe(REFUSED);
});
