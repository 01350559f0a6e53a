import type { Database } from '../database/database.ts';
import type { Query } from '../database/query-types.ts';
import type { Counts } from './archive.ts';
import { backUp, type Source } from './back-up.ts';
import { filesOf, type Project } from './supabase-files.ts';
import { isOurs, USER_COLUMNS } from './supabase-lines.ts';
import { sequencesOf, tablesOf, type Table } from './tables.ts';

/** Of Supabase's own tables the columns that ours have too. */
const SHARED: Record<string, string[]> = {
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

/** Writes a Supabase project's data as a backup that `npm run restore` takes in the other homes. */
export async function backUpSupabase(database: Database, project: Project, path: string): Promise<Counts> {
  return backUp(database, filesOf(database.query, project), path, { source: SUPABASE_SHAPES });
}

const SUPABASE_SHAPES: Source = {
  tables: async (query: Query): Promise<Table[]> =>
    (await tablesOf(query))
      .filter((table) => isOurs(table.name) || table.name in SHARED)
      .map(({ name, columns }) => ({
        name,
        columns: columns.filter((column) => SHARED[name]?.includes(column.name) ?? true),
      })),
  sequences: async (query) => (await sequencesOf(query)).filter(({ name }) => isOurs(name)),
};
