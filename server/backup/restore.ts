import { setTimeout as pause } from 'node:timers/promises';
import { BASELINE, LAST_BEFORE_BASELINE } from '../database/baseline.ts';
import type { Database } from '../database/database.ts';
import type { Query } from '../database/query-types.ts';
import { applyMigrations, knownVersions } from '../database/migrate.ts';
import type { ObjectStore } from '../storage/stores/object-store.ts';
import { BadBackup, readArchive, type Counts, type Header } from './archive.ts';
import { loadLines } from './load-lines.ts';
import { ALL_SCHEMAS, TEXT_FORMAT_SETTINGS, tablesOf } from './tables.ts';

export class RestoreRefused extends Error {}

/**
 * Replaces the database's contents by the backup's, in one transaction. An older backup is loaded into the tables of its
 * version, and the later migrations are applied after that.
 */
export async function restore(
  database: Database,
  store: ObjectStore,
  path: string,
  { force = false, place = 'this database' } = {},
): Promise<Counts> {
  const lines = readArchive(path);
  const header = await headerOf(lines, path);
  const stored: string[] = [];
  try {
    return await database.transaction(async (query) => {
      await refuseWhileServing(query, place);
      if (!force) await refuseOverData(query, place);
      for (const schema of ALL_SCHEMAS) await query(`drop schema if exists ${schema} cascade`);
      await query('create schema public');
      await applyMigrations(query, (version) => header.migrations.includes(version));
      await query(TEXT_FORMAT_SETTINGS);
      const tables = await tablesOf(query);
      const named = tables.map(({ name }) => name);
      // The rows already contain what triggers did: they must not run again.
      for (const name of named) await query(`alter table ${name} disable trigger user`);
      await query(`truncate ${named.join(', ')}`);
      const counts = await loadLines(lines, { query, tables, store, stored });
      // Marks the database as not empty, so that no demo data is added: a backup from Supabase does not carry this row.
      await query(
        `insert into portal_server.facts (name, value) values ('demo', to_jsonb(now())) on conflict do nothing`,
      );
      // Its files are in this store now, and its address may differ: the next start records both.
      await query(`delete from portal_server.facts where name in ('store', 'site')`);
      for (const name of named) await query(`alter table ${name} enable trigger user`);
      await query('reset search_path');
      await applyMigrations(query);
      return counts;
    });
  } catch (error) {
    for (const version of stored) await store.remove(version);
    throw error;
  }
}

export async function headerOf(lines: ReturnType<typeof readArchive>, path: string): Promise<Header> {
  const first = await lines.next();
  if (first.done || !('format' in first.value) || first.value.format !== 'bea-portal-backup 1') {
    throw new BadBackup(`${path} is not a backup of the portal.`);
  }
  return { ...first.value, migrations: await knownMigrations(first.value.migrations, path) };
}

/** The current migrations that are equivalent to those of the backup. */
async function knownMigrations(versions: string[], path: string): Promise<string[]> {
  const known = await knownVersions();
  const unknown = versions.filter((version) => !known.includes(version));
  if (unknown.length === 0) return versions;
  if (versions.includes(LAST_BEFORE_BASELINE)) return [BASELINE];
  throw new BadBackup(
    versions.includes(BASELINE)
      ? `${path} was made by a newer version of the portal (it knows ${unknown.join(', ')}).`
      : `${path} was made by an early version of the portal. Restore it with that version, upgrade that to the last version ` +
          'before 1.0, and take a new backup.',
  );
}

/**
 * A running server would keep its caches of the old data. One that has just stopped may still be listed for
 * a moment.
 */
async function refuseWhileServing(query: Query, place: string): Promise<void> {
  for (const deadline = Date.now() + 3_000; ; await pause(100)) {
    // Within a transaction, PostgreSQL keeps showing what the first query found.
    await query('select pg_stat_clear_snapshot()');
    const { rows } = await query<{ others: number }>(
      `select count(*)::int as others from pg_stat_activity
       where datname = current_database() and application_name = 'bea-portal' and pid <> pg_backend_pid()`,
    );
    if (rows[0]!.others === 0) return;
    if (Date.now() > deadline) throw new RestoreRefused(`The portal is running on ${place}. Stop it first.`);
  }
}

async function refuseOverData(query: Query, place: string): Promise<void> {
  for (const table of ['auth.users', 'public.invitations']) {
    const there = await query<{ name: string | null }>('select to_regclass($1)::text as name', [table]);
    if (there.rows[0]!.name === null) continue;
    const { rows } = await query(`select from ${table} limit 1`);
    if (rows.length > 0) {
      throw new RestoreRefused(
        `There is already data here: ${place}. Use --force to replace all of it with the backup.`,
      );
    }
  }
}
