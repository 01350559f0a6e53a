import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BASELINE } from './baseline.ts';
import type { Database } from './database.ts';
import type { Query } from './query-types.ts';
import { readFoundation } from './foundation.ts';
import { checkRights } from './rights.ts';

const MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations');
/** Any number, as long as every server uses the same. */
export const MIGRATION_LOCK = 7_341_902;

export class MigrationFailed extends Error {}

/** Migrates the database. If several servers start together, one works and the others wait. */
export async function migrate(database: Database, folder = MIGRATIONS): Promise<string[]> {
  const client = await database.connect();
  const query: Query = (text, values) => client.query(text, values);
  const inTransaction = async (work: () => Promise<void>) => {
    try {
      await query('begin');
      await work();
      await query('commit');
    } catch (error) {
      await query('rollback').catch(() => {}); // the reason below matters more than a lost connection
      throw error;
    }
  };
  try {
    await query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await checkRights(query);
    await refuseOtherHistory(query);
    await inTransaction(() => layFoundation(query));
    const pending = await pendingMigrations(query, folder);
    for (const file of pending) await inTransaction(() => apply(query, folder, file));
    await inTransaction(() => run(query, 'realtime', 'select portal_server.follow_publication()'));
    return pending;
  } finally {
    await client.end(); // also frees the lock
  }
}

/** The same inside a caller's transaction, and only the given versions. */
export async function applyMigrations(query: Query, wanted = (_version: string) => true): Promise<void> {
  await layFoundation(query);
  for (const file of await pendingMigrations(query, MIGRATIONS)) {
    if (wanted(versionOf(file))) await apply(query, MIGRATIONS, file);
  }
}

export const knownVersions = async () => (await filesIn(MIGRATIONS)).map(versionOf);

/** Before anything changes, so that the version that created the database can still back it up. */
async function refuseOtherHistory(query: Query): Promise<void> {
  const { rows: found } = await query<{ there: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as there`,
  );
  if (!found[0]?.there) return;
  const { rows } = await query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations',
  );
  if (rows.length === 0 || rows.some(({ version }) => version === BASELINE)) return;
  throw new MigrationFailed(
    'A version of the portal before 1.0 made this database. Back it up with that version ' +
      '(npm run backup -- FILE), then restore the file with this one (npm run restore -- FILE --force).',
  );
}

async function pendingMigrations(query: Query, folder: string): Promise<string[]> {
  // Not passed as an array, because taking apart an array of one megabyte takes as long as the rest of a
  // start.
  const history = await query<{ version: string; text: string | null }>(
    `select version, case when cardinality(statements) = 1 then statements[1] end as text
     from supabase_migrations.schema_migrations`,
  );
  const applied = new Map(history.rows.map(({ version, text }) => [version, text]));
  const files = await filesIn(folder);
  for (const file of files) await refuseChanged(folder, file, applied.get(versionOf(file)) ?? null);
  const pending = files.filter((file) => !applied.has(versionOf(file)));
  refuseOutOfOrder(pending, [...applied.keys()]);
  return pending;
}

/** It was written for a database without the later ones, and never tested after them. */
function refuseOutOfOrder(pending: string[], applied: string[]): void {
  const newest = applied.toSorted().at(-1);
  const late = pending.find((file) => newest !== undefined && versionOf(file) < newest);
  if (!late) return;
  throw new MigrationFailed(
    `${late} is older than ${newest}, which this database already has. Give the file today’s date and time, so it runs after that one.`,
  );
}

/**
 * A landed migration is never edited; a change is a new file. A database created from another text would
 * fail at the first request that relies on the difference. Supabase stores a migration's statements
 * separately; those cannot be compared.
 */
async function refuseChanged(folder: string, file: string, text: string | null): Promise<void> {
  if (text === null || text.trim() === (await readFile(join(folder, file), 'utf8')).trim()) return;
  throw new MigrationFailed(
    `${file}: this database was made by an earlier version of this file. Never edit a migration that has landed: put ` +
      'its text back, and the change into a new file.',
  );
}

const filesIn = async (folder: string) =>
  (await readdir(folder)).filter((file) => /^\d+_.+\.sql$/.test(file)).sort();

/** Once for each text: reapplying it would lock tables that other servers are using. */
async function layFoundation(query: Query): Promise<void> {
  const files = await readFoundation();
  const hash = createHash('sha256')
    .update(files.map(({ sql }) => sql).join())
    .digest('hex');
  if ((await laidFoundation(query)) === hash) return;
  for (const { file, sql } of files) await run(query, file, sql);
  await query(
    `insert into portal_server.facts values ('foundation', to_jsonb($1::text))
     on conflict (name) do update set value = excluded.value`,
    [hash],
  );
}

async function laidFoundation(query: Query): Promise<unknown> {
  const { rows } = await query<{ there: boolean }>(
    `select to_regclass('portal_server.facts') is not null as there`,
  );
  if (!rows[0]?.there) return undefined;
  const facts = await query<{ value: unknown }>(
    `select value from portal_server.facts where name = 'foundation'`,
  );
  return facts.rows[0]?.value;
}

async function apply(query: Query, folder: string, file: string): Promise<void> {
  const sql = await readFile(join(folder, file), 'utf8');
  await run(query, file, sql);
  await query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    [versionOf(file), file.replace(/^\d+_|\.sql$/g, ''), [sql]],
  );
}

async function run(query: Query, file: string, sql: string): Promise<void> {
  try {
    await query(sql);
  } catch (error) {
    throw new MigrationFailed(`${file}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

const versionOf = (file: string) => file.slice(0, file.indexOf('_'));
