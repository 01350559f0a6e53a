import type { Database } from '../../database/database.ts';
import type { Caller, Row, Statement } from '../../database/query-types.ts';
import type { Asker } from '../../database/shares.ts';
import type { Place } from '../names.ts';
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

/** The object as the caller may see it: one out of sight and one that is not there are the same. */
export async function findObject(database: Database, caller: Caller, place: Place): Promise<StoredObject> {
  const text = `select ${COLUMNS} from storage.objects where bucket_id = $1 and name = $2`;
  const { rows } = await database.asCaller(
    caller,
    { text, values: [place.bucket, place.name] },
    { readOnly: true },
  );
  return only(rows);
}

/** As on Supabase, a public bucket's addresses open for everybody who has them, without a credential or a policy. */
export async function findPublicObject(
  database: Database,
  asker: Asker,
  place: Place,
): Promise<StoredObject> {
  const { rows } = await database.inShare(asker, () =>
    database.query(
      `select ${COLUMNS} from storage.objects join storage.buckets on buckets.id = objects.bucket_id
       where objects.bucket_id = $1 and objects.name = $2 and buckets.public`,
      [place.bucket, place.name],
    ),
  );
  return only(rows);
}

function only(rows: Row[]): StoredObject {
  if (!rows[0]) throw noSuchKey();
  return rows[0] as StoredObject;
}

/** A new name, a name that may be taken, or one that must be. */
export type Writing = 'new' | 'upsert' | 'replace';

export type NewObject = Place & {
  id: string;
  version: string;
  ownerId: string | null;
  metadata: Metadata | null;
  userMetadata: UserMetadata | null;
};

export function writeStatement(writing: Writing, object: NewObject): Statement {
  const { bucket, name, version, ownerId, metadata, userMetadata, id } = object;
  const values = [bucket, name, version, ownerId, metadata, userMetadata];
  return { text: WRITE[writing], values: writing === 'replace' ? values : [...values, id] };
}

const INSERT = `insert into storage.objects (bucket_id, name, version, owner_id, metadata, user_metadata, id)
  values ($1, $2, $3, $4, $5, $6, $7)`;

const WRITE: Record<Writing, string> = {
  // Returns nothing, so that a caller who may add a file need not be able to read it.
  new: INSERT,
  upsert: `${INSERT} on conflict (bucket_id, name) do update set version = excluded.version,
    owner_id = excluded.owner_id, metadata = excluded.metadata, user_metadata = excluded.user_metadata,
    updated_at = now() returning id`,
  replace: `update storage.objects set version = $3, owner_id = $4, metadata = $5, user_metadata = $6,
    updated_at = now() where bucket_id = $1 and name = $2 returning id`,
};
