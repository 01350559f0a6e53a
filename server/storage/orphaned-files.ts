import type { Services } from '../services.ts';
import type { Asker } from '../database/shares.ts';
import { SERVICE } from './storage.ts';

type Parts = Pick<Services, 'database' | 'log' | 'store'>;

/**
 * Bytes without an object are written down before they exist, and a trigger writes down those that lose theirs. So
 * whatever is cut short, in this process or in the store, is found again.
 */
export async function announceFile({ database }: Parts, asker: Asker, version: string): Promise<void> {
  await database.inShare(asker, () =>
    database.query(
      `insert into portal_server.orphaned_files (version, remove_after) values ($1, now() + interval '1 day')`,
      [version],
    ),
  );
}

/** Removes bytes that are still written down as loose. What fails stays written down for the next housekeeping. */
export async function discardFiles(
  { database, log, store }: Parts,
  asker: Asker,
  versions: string[],
): Promise<void> {
  const inShare = (text: string, values: unknown[]) =>
    database.inShare(asker, () => database.query<{ version: string }>(text, values), { isBegun: true });
  // The lock waits for an object that is being written: a commit whose answer was lost keeps its file.
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

/** Housekeeping: uploads that were cut short, replaced files, and removals that had failed. */
export async function removeOrphanedFiles(parts: Parts): Promise<number> {
  const { rows } = await parts.database.query<{ version: string }>(
    `select version from portal_server.orphaned_files where remove_after <= now()
       and not exists (select from storage.objects where objects.version = orphaned_files.version)
     order by remove_after limit 1000`,
  );
  await discardFiles(
    parts,
    SERVICE,
    rows.map((row) => row.version),
  );
  return rows.length;
}
