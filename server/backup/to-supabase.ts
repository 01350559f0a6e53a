import type { Database } from '../database/database.ts';
import type { Query } from '../database/query-types.ts';
import { readArchive } from './archive.ts';
import { checkedFiles } from './checked-files.ts';
import { inserterFor } from './load-lines.ts';
import { headerOf, RestoreRefused } from './restore.ts';
import { uploadFiles, type Project } from './supabase-files.ts';
import { isPortalTable, supabaseLines } from './supabase-lines.ts';
import { TEXT_FORMAT_SETTINGS, tablesOf } from './tables.ts';

export type MoveCounts = { tables: number; rows: number; files: number; missingFiles?: number };

/**
 * Loads a backup into a Supabase project to which the migrations were pushed: all of it or nothing. Nothing of Supabase's
 * own is removed, and no superuser is needed.
 */
export async function moveToSupabase(
  database: Database,
  project: Project,
  path: string,
): Promise<MoveCounts> {
  const { migrations } = await headerOf(readArchive(path), path);
  const target = await database.transaction(async (query) => {
    await refuse(query, migrations);
    return { tables: await tablesOf(query), buckets: await bucketsOf(query) };
  });
  const filesByVersion = await checkedFiles(() => readArchive(path), target);
  // Before the rows: each upload inserts a row in a transaction of the project's, which the one below would block.
  const files = await uploadFiles(readArchive(path), filesByVersion, project);
  try {
    return await database.transaction(async (query) => {
      await refuse(query, migrations);
      return { ...(await loadRows(query, path)), files: files.count };
    });
  } catch (error) {
    await files.remove();
    throw error;
  }
}

async function bucketsOf(query: Query): Promise<string[]> {
  const { rows } = await query<{ id: string }>('select id from storage.buckets');
  return rows.map(({ id }) => id);
}

async function loadRows(query: Query, path: string): Promise<{ tables: number; rows: number }> {
  // The rows already contain what triggers did: they must not run again. Supabase grants this setting to `postgres`.
  await query('set local session_replication_role = replica');
  await query(TEXT_FORMAT_SETTINGS);
  const tables = await tablesOf(query);
  const counts = { tables: 0, rows: 0 };
  let insert: ReturnType<typeof inserterFor> | null = null;
  for await (const line of supabaseLines(readArchive(path))) {
    if ('table' in line) {
      insert = inserterFor(query, tables, line);
      // Rows that the migrations and the seed inserted are in the backup too.
      if (isPortalTable(line.table)) await query(`delete from ${line.table}`);
      counts.tables += 1;
    } else if ('rows' in line) {
      await insert!(line.rows);
      counts.rows += line.rows.length;
    } else {
      await query('select setval($1::regclass, $2)', [line.sequence, line.lastValue]);
    }
  }
  return counts;
}

async function refuse(query: Query, migrations: string[]): Promise<void> {
  await refuseOtherVersion(query, migrations);
  await refuseOverPatients(query);
}

async function refuseOtherVersion(query: Query, wanted: string[]): Promise<void> {
  const { rows } = await query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  );
  const there = rows.map(({ version }) => version);
  if (there.join() === [...wanted].sort().join()) return;
  throw new RestoreRefused(
    'Different versions of the portal made the backup and the project. Start this version of the portal once ' +
      'where the backup comes from, take it anew, and push the migrations of this version to the project.',
  );
}

async function refuseOverPatients(query: Query): Promise<void> {
  const { rows } = await query('select from auth.users union all select from public.invitations limit 1');
  if (rows.length > 0) {
    throw new RestoreRefused('This project already has patients. Use an empty one.');
  }
}
