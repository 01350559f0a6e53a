import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/database.ts';

const SHAPES = join(import.meta.dirname, '../../supabase/tests/hosted');

/**
 * Supabase's role `postgres`, which runs the migrations and isn't a superuser. Our superuser has that name
 * here, so this one has another.
 */
export const OWNER = 'supabase_postgres';

export const hosted = (name: string) => readFile(join(SHAPES, `${name}.sql`), 'utf8');

/** The role that sends a request. */
export async function makeApiRoles({ query }: Database): Promise<void> {
  await query('create role anon nologin noinherit');
  await query('create role authenticated nologin noinherit');
  await query('create role service_role nologin noinherit bypassrls');
}

/**
 * Turns this empty database into a Supabase project before its first migration. The roles for requests exist
 * already.
 */
export async function makeProject({ query }: Database): Promise<void> {
  await query(`create role ${OWNER} createrole`);
  await query('create role supabase_auth_admin noinherit');
  await query('create role supabase_storage_admin noinherit');
  await query('create role supabase_realtime_admin noinherit');
  await query('create role authenticator noinherit');
  await query('grant anon, authenticated, service_role to authenticator');
  const { rows } = await query<{ name: string }>('select quote_ident(current_database()) as name');
  await query(`alter database ${rows[0]!.name} owner to ${OWNER}`);
  for (const shape of ['supabase-project', 'auth', 'storage', 'supautils']) await query(await hosted(shape));
}
