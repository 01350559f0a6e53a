import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../server/database/database.ts';
import { testDatabase } from '../../server/testing/test-database.ts';

// The move of pg_net out of `public`. No machine of ours has pg_net, so another extension that the project's own role may
// create stands in for it: what the migration asks of PostgreSQL is the same.
const STAND_IN = 'citext';

let database: Database;
let remove: () => Promise<void>;
let migration: string;
beforeEach(async () => {
  ({ database, remove } = await testDatabase('supabase'));
  const file = join(import.meta.dirname, '../migrations/20261123070020_pg_net_in_extensions.sql');
  migration = (await readFile(file, 'utf8')).replaceAll('pg_net', STAND_IN);
  // The database of a test is not the role's own, as a project's is.
  const { rows } = await database.query<{ name: string }>('select current_database() as name');
  await database.query(`grant create on database ${rows[0]!.name} to supabase_postgres`);
  await database.query('grant create on schema public to supabase_postgres');
});
afterEach(() => remove());

/** As `supabase db push` does: by the project's role, in a transaction. */
const asOwner = (...statements: string[]) =>
  database.transaction(async (query) => {
    await query('set local session authorization supabase_postgres');
    for (const statement of statements) await query(statement);
    const { rows } = await query('show lock_timeout');
    return rows[0]!['lock_timeout'] as string;
  });

const schema = async () => {
  const { rows } = await database.query<{ schema: string }>(
    'select extnamespace::regnamespace::text as schema from pg_extension where extname = $1',
    [STAND_IN],
  );
  return rows[0]?.schema;
};

test('an extension in public is made anew in extensions, and a second run leaves it there', async () => {
  await asOwner(`create extension ${STAND_IN} with schema public`);
  expect(await schema()).toBe('public');
  for (let run = 0; run < 2; run += 1) {
    expect(await asOwner(migration)).toBe('0');
    expect(await schema()).toBe('extensions');
  }
});

test('one that something depends on stays where it is, and the push goes on', async () => {
  await asOwner(
    `create extension ${STAND_IN} with schema public`,
    `create table private.depends (word public.${STAND_IN})`,
  );
  expect(await asOwner(migration)).toBe('0');
  expect(await schema()).toBe('public');
});

test('a project without it gets none', async () => {
  await asOwner(migration);
  expect(await schema()).toBeUndefined();
});
