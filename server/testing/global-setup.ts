import { readFile, readdir } from 'node:fs/promises';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createDatabase, type Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { removeData } from '../embedded/place.ts';
import { startPostgres } from '../embedded/postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
  }
}

const SUPABASE = join(import.meta.dirname, '../../supabase');
const FOUNDATION = join(import.meta.dirname, '../database/foundation.sql');

/** One real PostgreSQL for the whole run, with a migrated template of each home that every test file copies. */
export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'bea-test-'));
  const postgres = await startPostgres(folder);
  const remove = async () => {
    await postgres.stop();
    await removeData(folder);
  };
  try {
    await makeTemplate(postgres.url, 'embedded', (template) => migrate(template));
    await makeTemplate(postgres.url, 'supabase', likeSupabase);
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('postgresUrl', postgres.url);
  return remove;
}

async function makeTemplate(
  postgresUrl: string,
  home: string,
  fill: (template: Database) => Promise<unknown>,
): Promise<void> {
  const server = createDatabase(postgresUrl, { connections: 1 });
  await server.query(`create database ${home}_template`);
  await server.end();
  const template = createDatabase(databaseAt(postgresUrl, `${home}_template`), { connections: 1 });
  try {
    await fill(template);
  } finally {
    await template.end();
  }
}

/** The migrations alone on a project of Supabase's shapes, by a role that is no superuser; then our server's own tables. */
async function likeSupabase({ query, transaction }: Database): Promise<void> {
  await query('create role supabase_postgres createrole');
  await query('create role supabase_auth_admin noinherit');
  await query('create role supabase_storage_admin noinherit');
  await query('create role supabase_realtime_admin noinherit');
  await query('create role authenticator noinherit');
  await query('grant anon, authenticated, service_role to authenticator');
  await query('alter database supabase_template owner to supabase_postgres');
  for (const shape of ['supabase-project', 'auth', 'storage', 'supautils']) await query(await hosted(shape));
  await transaction(async (asMigrator) => {
    await asMigrator('set local session authorization supabase_postgres');
    for (const file of (await readdir(join(SUPABASE, 'migrations'))).sort()) {
      await asMigrator(await readFile(join(SUPABASE, 'migrations', file), 'utf8'));
    }
  });
  await query(await readFile(FOUNDATION, 'utf8'));
  await query(await hosted('stand-in'));
}

const hosted = (name: string) => readFile(join(SUPABASE, `tests/hosted/${name}.sql`), 'utf8');

export const databaseAt = (url: string, name: string) => url.replace('/postgres?', `/${name}?`);
