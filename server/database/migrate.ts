import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Database } from './database.ts';

const FOUNDATION = join(import.meta.dirname, 'foundation.sql');
const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations');
const LOCK = 7_341_902; // any number, the same on every server

export class MigrationFailed extends Error {}

/** Brings the database up to date. Several servers may start at once: one works, the others wait. */
export async function migrate(database: Database, folder = MIGRATIONS): Promise<string[]> {
  const client = await database.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await apply(client, 'foundation.sql', await readFile(FOUNDATION, 'utf8'));
    const pending = await pendingMigrations(client, folder);
    for (const file of pending) await apply(client, file, await readFile(join(folder, file), 'utf8'), file);
    await apply(client, 'realtime', 'select portal_server.follow_publication()');
    return pending;
  } finally {
    await client.end(); // also frees the lock
  }
}

async function pendingMigrations(client: pg.Client, folder: string): Promise<string[]> {
  const history = await client.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  const applied = new Set(history.rows.map((row) => row.version));
  const files = (await readdir(folder)).filter((file) => /^\d+_.+\.sql$/.test(file)).sort();
  return files.filter((file) => !applied.has(versionOf(file)));
}

async function apply(client: pg.Client, file: string, sql: string, recordAs?: string): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    if (recordAs) {
      await client.query(
        'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
        [versionOf(recordAs), recordAs.replace(/^\d+_|\.sql$/g, ''), [sql]],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {}); // the reason below matters more than a lost connection
    throw new MigrationFailed(`${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

const versionOf = (file: string) => file.slice(0, file.indexOf('_'));
