import type { Services } from '../services.ts';
import type { Asker } from '../database/shares.ts';
import { SERVICE } from './storage.ts';

type FileServices = Pick<Services, 'database' | 'log' | 'store'>;

/**
 * Registers a file as orphaned before its bytes are written. A trigger unregisters it once an object refers
 * to it, and registers it again when that object is deleted. So interrupted uploads and removals are always
 * cleaned up.
 */
export async function registerOrphan(
  { database }: FileServices,
  asker: Asker,
  version: string,
): Promise<void> {
  await database.inShare(asker, () =>
    database.query(
      `insert into portal_server.orphaned_files (version, remove_after) values ($1, now() + interval '1 day')`,
      [version],
    ),
  );
}

/**
 * Removes those of the files that are still registered as orphaned. A file that can't be removed stays
 * registered.
 */
export async function discardFiles(
  { database, log, store }: FileServices,
  asker: Asker,
  versions: string[],
): Promise<void> {
  const inShare = (text: string, values: unknown[]) =>
    database.inShare(asker, () => database.query<{ version: string }>(text, values), { isBegun: true });
  // The row lock waits for an object that is being written. If that commits, the file is no orphan and stays.
  const { rows } = await inShare(
    'select version from portal_server.orphaned_files where version = any($1) for update',
    [versions],
  );
  const removed: string[] = [];
  for (const { version } of rows) {
    await store.remove(version).then(
      () => removed.push(version),
      () => log('file not removed yet'),
    );
  }
  await inShare('delete from portal_server.orphaned_files where version = any($1)', [removed]);
}

/**
 * Housekeeping: removes the files of interrupted uploads, replaced files, and files that couldn't be removed
 * before.
 */
export async function removeOrphanedFiles(services: FileServices): Promise<number> {
  const { rows } = await services.database.query<{ version: string }>(
    `select version from portal_server.orphaned_files where remove_after <= now()
       and not exists (select from storage.objects where objects.version = orphaned_files.version)
     order by remove_after limit 1000`,
  );
  await discardFiles(
    services,
    SERVICE,
    rows.map((row) => row.version),
  );
  return rows.length;
}
