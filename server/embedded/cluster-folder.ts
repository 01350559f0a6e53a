import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { canReach, isRoot, ROOT_FOLDER } from './account.ts';
import { stopOrphanedPostgres } from './cluster.ts';
import { refuseUnsafe } from './private-folder.ts';

const LOCATION_FILE = 'postgres-is-at';
// The second was used until November 2026; database files that are there stay there.
const ROOT_FOLDERS = [ROOT_FOLDER, '/var/lib/bea-portal'];

/**
 * The folder of the database files: `postgres` in the data folder. Where root starts us and the unprivileged account cannot
 * enter the data folder, for example in /root, it is in a folder of root's, and a file in the data folder names it.
 */
export async function findClusterFolder(dataFolder: string): Promise<string> {
  const inside = join(resolve(dataFolder), 'postgres');
  if (!isRoot()) return inside;
  const elsewhere = await readFile(join(dataFolder, LOCATION_FILE), 'utf8').catch(() => null);
  if (elsewhere) return elsewhere.trim();
  if (await canReach(dirname(resolve(dataFolder)))) {
    await chmod(dataFolder, 0o711); // other accounts may pass through, and list nothing
    return inside;
  }
  const outside = join(ROOT_FOLDER, 'data', randomUUID(), 'postgres');
  await mkdir(dirname(outside), { recursive: true, mode: 0o711 });
  await refuseUnsafe(ROOT_FOLDER);
  await writeFile(join(dataFolder, LOCATION_FILE), outside, { mode: 0o600 });
  return outside;
}

/** Whether there are database files for this data folder, here or elsewhere. */
export const hasCluster = (dataFolder: string): boolean =>
  ['postgres', LOCATION_FILE].some((name) => existsSync(join(dataFolder, name)));

/** Deletes the data folder and, where they are elsewhere, the database files. */
export async function removeData(dataFolder: string): Promise<void> {
  const elsewhere = (await readFile(join(dataFolder, LOCATION_FILE), 'utf8').catch(() => '')).trim();
  await stopOrphanedPostgres(elsewhere || join(resolve(dataFolder), 'postgres'));
  if (ROOT_FOLDERS.some((folder) => elsewhere.startsWith(`${folder}/data/`)))
    await rm(dirname(elsewhere), { recursive: true, force: true });
  await rm(dataFolder, { recursive: true, force: true });
}
