import type { Database } from '../database/database.ts';
import type { Query } from '../database/query-types.ts';
import type { Counts } from './archive.ts';
import { backUp, type Source } from './back-up.ts';
import { filesOf, type Project } from './supabase-files.ts';
import { isPortalTable, USER_COLUMNS } from './supabase-lines.ts';
import { sequencesOf, tablesOf, type Table } from './tables.ts';

/** The columns of Supabase's own tables that our server's tables have too. */
const SHARED_COLUMNS: Record<string, string[]> = {
  'auth.users': USER_COLUMNS,
  'storage.buckets': [
    'id',
    'name',
    'public',
    'file_size_limit',
    'allowed_mime_types',
    'created_at',
    'updated_at',
  ],
  'storage.objects': [
    'id',
    'bucket_id',
    'name',
    'owner_id',
    'version',
    'metadata',
    'user_metadata',
    'created_at',
    'updated_at',
    'last_accessed_at',
  ],
};

/** Writes a Supabase project's data as a backup that `npm run restore` loads into the other deployments. */
export async function backUpSupabase(database: Database, project: Project, path: string): Promise<Counts> {
  return backUp(database, filesOf(database.query, project), path, { source: SUPABASE_SOURCE });
}

const SUPABASE_SOURCE: Source = {
  tables: async (query: Query): Promise<Table[]> =>
    (await tablesOf(query))
      .filter((table) => isPortalTable(table.name) || table.name in SHARED_COLUMNS)
      .map(({ name, columns }) => ({
        name,
        columns: columns.filter((column) => SHARED_COLUMNS[name]?.includes(column.name) ?? true),
      })),
  sequences: async (query) => (await sequencesOf(query)).filter(({ name }) => isPortalTable(name)),
};
