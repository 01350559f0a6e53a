import { createHash } from 'node:crypto';
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
    await layFoundation(client);
    const pending = await pendingMigrations(client, folder);
    for (const file of pending) await apply(client, file, await readFile(join(folder, file), 'utf8'), file);
    return pending;
  } finally {
    await client.end(); // also frees the lock
  }
}

/** Once for each text of it: laying it again would lock tables that other servers are using. */
async function layFoundation(client: pg.Client): Promise<void> {
  const sql = await readFile(FOUNDATION, 'utf8');
  const hash = createHash('sha256').update(sql).digest('hex');
  if ((await laidFoundation(client)) === hash) return;
  const record = `insert into portal_server.facts values ('foundation', '"${hash}"')
    on conflict (name) do update set value = excluded.value`;
  await apply(client, 'foundation.sql', `${sql};\n${record}`);
}

async function laidFoundation(client: pg.Client): Promise<unknown> {
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('portal_server.facts') is not null as there`,
  );
  if (!rows[0]?.there) return undefined;
  const facts = await client.query<{ value: unknown }>(
    `select value from portal_server.facts where name = 'foundation'`,
  );
  return facts.rows[0]?.value;
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
