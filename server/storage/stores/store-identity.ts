import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Database } from '../../database/database.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { BadSettings } from '../../settings/bad-settings.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ObjectStore } from './object-store.ts';

const WORDS = 'By this file the portal knows its store again. It belongs to it and is moved with it.\n';
const SAMPLE = 20;

/**
 * Refuses a store that is not the database's own: patients' files would be missing here, and those that are stored here
 * would be missing everywhere else. The database remembers the name of one file that its store holds, so that a store that
 * was copied whole is known again, on a disk and in a bucket.
 */
export async function claimStore({
  settings,
  database,
  log,
  store,
}: Pick<Services, 'settings' | 'database' | 'log' | 'store'>): Promise<void> {
  try {
    const mark = (await markOf(database)) ?? (await leaveMark(database, store, settings));
    if (!(await holds(store, mark)))
      throw anotherStore(settings, `Bring all of it here; its mark is the file ${mark}`);
  } catch (error) {
    // One that cannot be asked now is not another one, and everything but files can be had meanwhile.
    if (!(error instanceof Problem)) throw error;
    log('file store not reached', { code: error.code });
  }
}

async function markOf({ query }: Database): Promise<string | null> {
  const { rows } = await query<{ mark: string }>(
    `select value #>> '{}' as mark from portal_server.facts where name = 'store'`,
  );
  return rows[0]?.mark ?? null;
}

/** The database has none: it is new, was just restored, or is of a time without marks. */
async function leaveMark(database: Database, store: ObjectStore, settings: Settings): Promise<string> {
  const mark = randomUUID();
  if (await missesMostFiles(database, store))
    throw anotherStore(settings, 'Bring it here, or restore a backup');
  await store.put(mark, words());
  const { rowCount } = await database.query(
    `insert into portal_server.facts (name, value) values ('store', to_jsonb($1::text)) on conflict do nothing`,
    [mark],
  );
  if (rowCount === 1) return mark;
  await store.remove(mark); // another copy was quicker
  return (await markOf(database)) ?? mark;
}

/** Some may be lost without the store being another one. */
async function missesMostFiles({ query }: Database, store: ObjectStore): Promise<boolean> {
  const { rows } = await query<{ version: string }>(
    `select version from storage.objects order by created_at limit ${SAMPLE}`,
  );
  let missing = 0;
  for (const { version } of rows) if (!(await holds(store, version))) missing += 1;
  return missing > rows.length / 2;
}

async function holds(store: ObjectStore, version: string): Promise<boolean> {
  const bytes = await store.get(version);
  await bytes?.cancel();
  return bytes !== null;
}

function anotherStore({ storage: { s3 }, dataFolder }: Settings, remedy: string): BadSettings {
  const here = s3 ? `the bucket ${s3.bucket} at ${s3.endpoint}` : join(dataFolder, 'storage');
  return new BadSettings(
    `The files that this database knows are not in ${here}. Every copy of the portal needs the same files: the same ` +
      `DATA_DIR, or the same STORAGE_S3_* settings. Was the store moved? ${remedy} (docs/deploy-own-server.md, "Several copies").`,
  );
}

async function* words(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(WORDS);
}
