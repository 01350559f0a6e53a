import type { Database } from '../../database/database.ts';
import type { Caller, Row, Statement } from '../../database/query-types.ts';
import type { Asker } from '../../database/shares.ts';
import type { ObjectPath } from '../names.ts';
import { noSuchKey } from '../refusals.ts';

export type Metadata = {
  eTag: string;
  size: number;
  mimetype: string;
  cacheControl: string;
  lastModified: string;
  contentLength: number;
  httpStatusCode: number;
};
export type UserMetadata = Record<string, unknown>;

export type StoredObject = { name: string; version: string; updated_at: string; metadata: Metadata };

const COLUMNS = 'objects.name, objects.version, objects.updated_at, objects.metadata';

/**
 * Read under row level security, so an object the caller may not see gets the same answer as a missing one.
 */
export async function findObject(
  database: Database,
  caller: Caller,
  path: ObjectPath,
): Promise<StoredObject> {
  const text = `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2`;
  const { rows } = await database.asCaller(
    caller,
    { text, values: [path.bucket, path.name] },
    { readOnly: true },
  );
  return oneOf(rows);
}

/** As on Supabase, an object of a public bucket needs neither a credential nor a policy. */
export async function findPublicObject(
  database: Database,
  asker: Asker,
  path: ObjectPath,
): Promise<StoredObject> {
  const { rows } = await database.inShare(asker, () =>
    database.query(
      `select ${COLUMNS} from storage.objects join storage.buckets on buckets.id = objects.bucket_id
       where objects.bucket_id = $1 and objects.name = $2 and buckets.public`,
      [path.bucket, path.name],
    ),
  );
  return oneOf(rows);
}

function oneOf(rows: Row[]): StoredObject {
  if (!rows[0]) throw noSuchKey();
  return rows[0] as StoredObject;
}

/** Whether the name must be free (insert), may be taken (upsert) or must be taken (update). */
export type WriteMode = 'insert' | 'upsert' | 'update';

export type NewObject = ObjectPath & {
  id: string;
  version: string;
  ownerId: string | null;
  metadata: Metadata | null;
  userMetadata: UserMetadata | null;
};

export function writeStatement(mode: WriteMode, object: NewObject): Statement {
  const { bucket, name, version, ownerId, metadata, userMetadata, id } = object;
  const values = [bucket, name, version, ownerId, metadata, userMetadata];
  return { text: WRITE[mode], values: mode === 'update' ? values : [...values, id] };
}

const INSERT = `insert into storage.objects (bucket_id, name, version, owner_id, metadata, user_metadata, id)
  values ($1, $2, $3, $4, $5, $6, $7)`;

const WRITE: Record<WriteMode, string> = {
  // Returns nothing, so that a caller who may add a file doesn't need the right to read it.
  insert: INSERT,
  upsert: `${INSERT} on conflict (bucket_id, name) do update set version = excluded.version,
    owner_id = excluded.owner_id, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    updated_at = now() returning id`,
  update: `update storage.objects set version = $3, owner_id = $4, metadata = $5, user_metadata = $6,
    updated_at = now() where bucket_id = $1 and name = $2 returning id`,
};
