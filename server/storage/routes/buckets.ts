import type { Database } from '../../database/database.ts';
import type { Asker } from '../../database/shares.ts';
import { noSuchBucket } from '../refusals.ts';

export type Bucket = { id: string; isPublic: boolean; maxBytes: number; types: string[] | null };

// Supabase's limits for a bucket without its own.
const DEFAULT_MAX_BYTES = 50 * 1024 * 1024;

/**
 * A bucket's limits apply to every caller, so they are read without row level security. Its policies are
 * about objects.
 */
export async function bucketOf(database: Database, asker: Asker, id: string): Promise<Bucket> {
  const { rows } = await database.inShare(asker, () =>
    database.query('select public, file_size_limit, allowed_mime_types from storage.buckets where id = $1', [
      id,
    ]),
  );
  const row = rows[0];
  if (!row) throw noSuchBucket();
  return {
    id,
    isPublic: row['public'] as boolean,
    maxBytes: row['file_size_limit'] === null ? DEFAULT_MAX_BYTES : Number(row['file_size_limit']),
    types: row['allowed_mime_types'] as string[] | null,
  };
}
