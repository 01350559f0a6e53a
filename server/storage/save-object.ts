import { randomUUID } from 'node:crypto';
import type { Caller } from '../database/query-types.ts';
import type { IncomingFile } from './routes/incoming-file.ts';
import { registerOrphan, discardFiles } from './orphaned-files.ts';
import type { ObjectPath } from './names.ts';
import { writeStatement, type Metadata, type WriteMode } from './routes/objects.ts';
import { noSuchKey } from './refusals.ts';
import type { Storage } from './storage.ts';
import type { SizeAndHash } from './stores/object-store.ts';

export type SaveServices = Pick<Storage, 'database' | 'log' | 'now' | 'store'>;
export type Target = { caller: Caller; path: ObjectPath; mode: WriteMode };

/** Checks the policies by writing the row and rolling back, before receiving bytes that would be refused. */
export async function assertMayWrite(
  { database }: SaveServices,
  { caller, path, mode }: Target,
): Promise<void> {
  const trial = {
    ...path,
    id: randomUUID(),
    version: randomUUID(),
    ownerId: caller.userId,
    metadata: null,
    userMetadata: null,
  };
  await database.asCaller(caller, writeStatement(mode, trial), {
    decide: (result) => {
      if (result.rowCount === 0) throw noSuchKey();
      return 'rollback';
    },
  });
}

/**
 * Stores the bytes first, then the row that refers to them. Whatever fails, the object is complete or
 * missing.
 */
export async function saveObject(
  services: SaveServices,
  target: Target,
  file: IncomingFile,
): Promise<string> {
  const { caller, path, mode } = target;
  const version = randomUUID();
  const id = randomUUID();
  await registerOrphan(services, caller, version);
  try {
    const stored = await services.store.put(version, file.bytes);
    const { cacheControl, userMetadata } = file.details();
    const metadata = metadataOf(stored, file.type, cacheControl, services.now());
    const object = {
      ...path,
      id,
      version,
      ownerId: caller.userId,
      metadata,
      userMetadata,
    };
    const result = await services.database.asCaller(caller, writeStatement(mode, object));
    if (result.rowCount === 0) throw noSuchKey();
    return (result.rows[0]?.['id'] as string | undefined) ?? id;
  } catch (error) {
    // If this fails too, the file stays registered as orphaned and housekeeping removes it.
    await discardFiles(services, caller, [version]).catch(() => {});
    throw error;
  }
}

export const metadataOf = (
  { size, sha256 }: SizeAndHash,
  type: string,
  cacheControl: string,
  now: Date,
): Metadata => ({
  eTag: `"${sha256}"`,
  size,
  mimetype: type,
  cacheControl,
  lastModified: now.toISOString(),
  contentLength: size,
  httpStatusCode: 200,
});
