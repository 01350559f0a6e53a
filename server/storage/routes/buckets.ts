import type { Context } from 'hono';
import * as z from 'zod';
import type { Database } from '../../database/database.ts';
import type { Row } from '../../database/query-types.ts';
import type { Asker } from '../../database/shares.ts';
import { checkedBucket } from '../names.ts';
import { invalidRequest, noSuchBucket } from '../refusals.ts';
import type { Storage } from '../storage.ts';

export type Bucket = { id: string; isPublic: boolean; maxBytes: number; types: string[] | null };

// What Supabase allows where a bucket says nothing.
const DEFAULT_MAX_BYTES = 50 * 1024 * 1024;
const COLUMNS = 'id, name, public, file_size_limit, allowed_mime_types, created_at, updated_at';

/** A bucket's own rules, which hold for everybody: asked above the policies, which speak of its objects. */
export async function bucketOf(database: Database, asker: Asker, id: string): Promise<Bucket> {
  const { rows } = await database.inShare(asker, () =>
    database.query(`select ${COLUMNS} from storage.buckets where id = $1`, [id]),
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

const Listing = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  search: z
    .string()
    .max(100)
    .regex(/^[\w.-]*$/)
    .default(''),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
});

export const listBuckets =
  ({ database, callerOf }: Storage) =>
  async (context: Context): Promise<Response> => {
    const caller = await callerOf(context);
    const listing = Listing.safeParse(context.req.query());
    if (!listing.success) throw invalidRequest(`Invalid ${String(listing.error.issues[0]?.path[0])}`);
    const { limit, offset, search, sortColumn, sortOrder } = listing.data;
    const text = `select ${COLUMNS} from storage.buckets where strpos(lower(name), lower($1)) > 0
      order by ${sortColumn} ${sortOrder} limit $2 offset $3`;
    const { rows } = await database.asCaller(
      caller,
      { text, values: [search, limit, offset] },
      { readOnly: true },
    );
    return context.json(rows.map(bucketAnswer));
  };

export const getBucket =
  ({ database, callerOf }: Storage) =>
  async (context: Context): Promise<Response> => {
    const caller = await callerOf(context);
    const id = checkedBucket(context.req.param('id') ?? '');
    const text = `select ${COLUMNS} from storage.buckets where id = $1`;
    const { rows } = await database.asCaller(caller, { text, values: [id] }, { readOnly: true });
    if (!rows[0]) throw noSuchBucket();
    return context.json(bucketAnswer(rows[0]));
  };

const bucketAnswer = (row: Row) => ({
  ...row,
  owner: '',
  type: 'STANDARD',
  file_size_limit: row['file_size_limit'] === null ? null : Number(row['file_size_limit']),
  created_at: new Date(row['created_at'] as string).toISOString(),
  updated_at: new Date(row['updated_at'] as string).toISOString(),
});
