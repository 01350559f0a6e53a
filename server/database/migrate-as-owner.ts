import { createDatabase, type Database } from './database.ts';
import type { Query } from './query-types.ts';
import { migrate, MIGRATION_LOCK } from './migrate.ts';
import { DatabaseUnusable } from './reach.ts';

const SCHEMAS = [
  'auth',
  'extensions',
  'portal_server',
  'private',
  'public',
  'realtime',
  'storage',
  'supabase_migrations',
];

/**
 * Migrates as the role that owns the tables, and grants the serving role what it needs. That role can read
 * and write rows, but can't change tables, policies or functions.
 */
export async function migrateAsOwner(ownersUrl: string, serving: Database): Promise<void> {
  await asOwner(ownersUrl, await servingRole(serving), migrate);
}

/** Runs work that needs the tables' owner, and lets the serving role use the results. */
export async function asOwner<T>(
  ownersUrl: string,
  role: string,
  work: (owner: Database) => Promise<T>,
): Promise<T> {
  const owner = createDatabase(ownersUrl, { connections: 2 });
  try {
    const result = await work(owner);
    await owner.transaction((query) => grantService(query, role));
    return result;
  } finally {
    await owner.end();
  }
}

/** The portal's own work bypasses the policies. Its callers' work runs in their roles. */
export async function servingRole({ query }: Database): Promise<string> {
  const { rows } = await query<{ name: string; ready: boolean }>(
    `select quote_ident(current_user) as name, rolbypassrls
       and pg_has_role(current_user, 'anon', 'member') and pg_has_role(current_user, 'authenticated', 'member')
       and pg_has_role(current_user, 'service_role', 'member') as ready
     from pg_roles where rolname = current_user`,
  );
  const { name, ready } = rows[0]!;
  if (ready) return name;
  throw new DatabaseUnusable(
    `The database's role ${name} lacks rights to serve. Have a superuser run:\n` +
      `  alter role ${name} bypassrls;\n  grant anon, authenticated, service_role to ${name};`,
  );
}

async function grantService(query: Query, role: string): Promise<void> {
  // Two servers granting the same rights at the same time would fail.
  await query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const { rows } = await query<{ name: string }>(
    'select nspname as name from pg_namespace where nspname = any ($1)',
    [SCHEMAS],
  );
  for (const { name } of rows) {
    await query(`grant usage on schema ${name} to ${role}`);
    await query(`grant select, insert, update, delete on all tables in schema ${name} to ${role}`);
    await query(`grant usage, select, update on all sequences in schema ${name} to ${role}`);
    await query(`grant execute on all functions in schema ${name} to ${role}`);
  }
}
