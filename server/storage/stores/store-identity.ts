import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '../../database/database.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { BadSettings } from '../../settings/bad-settings.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ObjectStore } from './object-store.ts';

const MARKER_TEXT =
  'The portal recognizes its file store by this file. Keep it with the store, and move it along.\n';
const SAMPLE_SIZE = 20;

/**
 * Refuses a store that doesn't belong to the database, because patients' files would be missing here, and new
 * files would be missing elsewhere. The database keeps the name of a marker file in its store, so that a
 * complete copy of the store, on a disk or in a bucket, is recognized.
 */
export async function checkStoreIdentity({
  settings,
  database,
  log,
  store,
}: Pick<Services, 'settings' | 'database' | 'log' | 'store'>): Promise<void> {
  try {
    const marker = (await markerOf(database)) ?? (await createMarker(database, store, settings));
    if (!(await hasFile(store, marker)))
      throw anotherStore(settings, `Move all of it here; its marker file is ${marker}`);
  } catch (error) {
    // An unreachable store may be the right one, and everything but files works in the meantime.
    if (!(error instanceof Problem)) throw error;
    log('file store not reached', { code: error.code });
  }
}

async function markerOf({ query }: Database): Promise<string | null> {
  const { rows } = await query<{ marker: string }>(
    `select value #>> '{}' as marker from portal_server.facts where name = 'store'`,
  );
  return rows[0]?.marker ?? null;
}

/** For a database without one: it is new, was just restored, or is older than markers. */
async function createMarker(database: Database, store: ObjectStore, settings: Settings): Promise<string> {
  const marker = randomUUID();
  if (await missesMostFiles(database, store))
    throw anotherStore(settings, 'Bring it here, or restore a backup');
  await store.put(marker, markerBytes());
  const { rowCount } = await database.query(
    `insert into portal_server.facts (name, value) values ('store', to_jsonb($1::text)) on conflict do nothing`,
    [marker],
  );
  if (rowCount === 1) return marker;
  await store.remove(marker); // another copy of the portal was faster
  return (await markerOf(database)) ?? marker;
}

/** Some files may be lost even though the store is the right one. */
async function missesMostFiles({ query }: Database, store: ObjectStore): Promise<boolean> {
  const { rows } = await query<{ version: string }>(
    `select version from storage.objects order by created_at limit ${SAMPLE_SIZE}`,
  );
  let missing = 0;
  for (const { version } of rows) if (!(await hasFile(store, version))) missing += 1;
  return missing > rows.length / 2;
}

async function hasFile(store: ObjectStore, version: string): Promise<boolean> {
  const bytes = await store.get(version);
  await bytes?.cancel();
  return bytes !== null;
}

function anotherStore({ storage: { s3 }, dataFolder }: Settings, remedy: string): BadSettings {
  const here = s3 ? `the bucket ${s3.bucket} at ${s3.endpoint}` : join(dataFolder, 'storage');
  return new BadSettings(
    `This database’s files are not in ${here}. Every copy of the portal needs the same files: the same ` +
      `DATA_DIR, or the same STORAGE_S3_* settings. Did you move the store? ${remedy} (docs/deploy-own-server.md, "Several copies").`,
  );
}

async function* markerBytes(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(MARKER_TEXT);
}
