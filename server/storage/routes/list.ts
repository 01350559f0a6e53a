import type { Context } from 'hono';
import * as z from 'zod';
import type { Row, Statement } from '../../database/query-types.ts';
import { jsonRequest } from './json-request.ts';
import { checkedBucket, checkedName, UncheckedName } from '../names.ts';
import type { Storage } from '../storage.ts';

export const ListRequest = z.object({
  prefix: UncheckedName.default(''),
  limit: z.int().min(1).max(10_000).default(100),
  offset: z.int().min(0).max(10_000_000).default(0),
  search: z
    .string()
    .max(900)
    .refine((text) => !text.includes('\0'), 'holds a character that no name has')
    .default(''),
  sortBy: z
    .object({
      column: z.enum(['name', 'created_at', 'updated_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .prefault({}),
  noncurrentVersions: z.literal('exclude').optional(),
  deleteMarkers: z.literal('exclude').optional(),
  exactMatch: z.literal(false).optional(),
});

/** The files and folders directly inside a folder, as far as the caller may see them. */
export const list =
  ({ database, callerOf }: Storage) =>
  async (context: Context): Promise<Response> => {
    const caller = await callerOf(context);
    const bucket = checkedBucket(context.req.param('bucket') ?? '');
    const { prefix, ...bounds } = await jsonRequest(context, ListRequest);
    const statement = listStatement(bucket, folderOf(prefix), bounds);
    const { rows } = await database.asCaller(caller, statement, { readOnly: true });
    return context.json(rows.map(entryAnswer));
  };

function folderOf(prefix: string): string {
  const name = prefix.replace(/^\/|\/$/g, '');
  return name === '' ? '' : `${checkedName(name)}/`;
}

/** The exclusive upper bound of names in the folder: `0` is the character after `/`, and U+10FFFF is the last of all. */
const upperBoundOf = (folder: string) => (folder === '' ? '\u{10ffff}' : `${folder.slice(0, -1)}0`);

type Bounds = Pick<z.infer<typeof ListRequest>, 'search' | 'limit' | 'offset' | 'sortBy'>;

/** Plain comparisons, because under row level security only leakproof operators can use the index. */
export function listStatement(bucket: string, folder: string, bounds: Bounds): Statement {
  const { search, limit, offset, sortBy } = bounds;
  const column = sortBy.column === 'name' ? 'name collate "C"' : sortBy.column;
  return {
    text: `with inside as (
        select substr(name, length($2) + 1) as rest, id, updated_at, created_at, last_accessed_at, metadata
        from storage.objects
        where bucket_id = $1 and name collate "C" >= $2 and name collate "C" < $3
      ), entries as (
        select rest as name, id, updated_at, created_at, last_accessed_at, metadata
        from inside where strpos(rest, '/') = 0
        union all
        select distinct split_part(rest, '/', 1), null::uuid, null::timestamptz, null::timestamptz,
          null::timestamptz, null::jsonb
        from inside where strpos(rest, '/') > 0
      )
      select * from entries where starts_with(lower(name), lower($4))
      order by ${column} ${sortBy.order}, name collate "C", id limit $5 offset $6`,
    values: [bucket, folder, upperBoundOf(folder), search, limit, offset],
  };
}

const entryAnswer = (row: Row) => ({
  ...row,
  updated_at: instant(row['updated_at']),
  created_at: instant(row['created_at']),
  last_accessed_at: instant(row['last_accessed_at']),
});

const instant = (value: unknown) => (typeof value === 'string' ? new Date(value).toISOString() : null);
