import { randomUUID } from 'node:crypto';
import type { Caller } from '../database/query-types.ts';
import type { IncomingFile } from './routes/incoming-file.ts';
import { announceFile, discardFiles } from './orphaned-files.ts';
import type { Place } from './names.ts';
import { writeStatement, type Metadata, type Writing } from './routes/objects.ts';
import { noSuchKey } from './refusals.ts';
import type { Storage } from './storage.ts';

export type Saving = Pick<Storage, 'database' | 'log' | 'now' | 'store'>;
export type Target = { caller: Caller; place: Place; writing: Writing };

/** Asks the policies by writing the row and taking it back, so that nobody sends bytes that will be refused. */
export async function mayWrite({ database }: Saving, { caller, place, writing }: Target): Promise<void> {
  const trial = {
    ...place,
    id: randomUUID(),
    version: randomUUID(),
    ownerId: caller.userId,
    metadata: null,
    userMetadata: null,
  };
  await database.asCaller(caller, writeStatement(writing, trial), {
    decide: (result) => {
      if (result.rowCount === 0) throw noSuchKey();
      return 'rollback';
    },
  });
}

/** The bytes first, then the row that makes them an object: whatever fails, there is the whole file or none. */
export async function saveObject(saving: Saving, target: Target, file: IncomingFile): Promise<string> {
  const { caller, place, writing } = target;
  const version = randomUUID();
  const id = randomUUID();
  await announceFile(saving, caller, version);
  try {
    const { size, sha256 } = await saving.store.put(version, file.bytes);
    const metadata: Metadata = {
      eTag: `"${sha256}"`,
      size,
      mimetype: file.type,
      cacheControl: file.cacheControl,
      lastModified: saving.now().toISOString(),
      contentLength: size,
      httpStatusCode: 200,
    };
    const object = {
      ...place,
      id,
      version,
      ownerId: caller.userId,
      metadata,
      userMetadata: file.userMetadata,
    };
    const result = await saving.database.asCaller(caller, writeStatement(writing, object));
    if (result.rowCount === 0) throw noSuchKey();
    return (result.rows[0]?.['id'] as string | undefined) ?? id;
  } catch (error) {
    // Where even this fails the file stays announced, and housekeeping finds it.
    await discardFiles(saving, caller, [version]).catch(() => {});
    throw error;
  }
}
