import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { canReach, isRoot, ROOT_FOLDER } from './account.ts';
import { endOrphan } from './cluster.ts';
import { refuseUnsafe } from './private-folder.ts';

const POINTER = 'postgres-is-at';
// Until November 2026 it was the other one, and database files that are there stay there.
const OUTSIDE = [ROOT_FOLDER, '/var/lib/bea-portal'];

/**
 * The folder of the database files: `postgres` inside the data folder. Only where root starts us from a place that the
 * unprivileged account cannot enter, such as /root, do they live in a folder of root's, and a file in the data folder says where.
 */
export async function placeCluster(dataFolder: string): Promise<string> {
  const inside = join(resolve(dataFolder), 'postgres');
  if (!isRoot()) return inside;
  const elsewhere = await readFile(join(dataFolder, POINTER), 'utf8').catch(() => null);
  if (elsewhere) return elsewhere.trim();
  if (await canReach(dirname(resolve(dataFolder)))) {
    await chmod(dataFolder, 0o711); // others may pass through to what is theirs, and list nothing
    return inside;
  }
  const outside = join(ROOT_FOLDER, 'data', randomUUID(), 'postgres');
  await mkdir(dirname(outside), { recursive: true, mode: 0o711 });
  await refuseUnsafe(ROOT_FOLDER);
  await writeFile(join(dataFolder, POINTER), outside, { mode: 0o600 });
  return outside;
}

/** Whether there are database files for this data folder, here or elsewhere. */
export const hasCluster = (dataFolder: string): boolean =>
  ['postgres', POINTER].some((name) => existsSync(join(dataFolder, name)));

/** Throws away the data folder and, where they live elsewhere, the database files. */
export async function removeData(dataFolder: string): Promise<void> {
  const elsewhere = (await readFile(join(dataFolder, POINTER), 'utf8').catch(() => '')).trim();
  await endOrphan(elsewhere || join(resolve(dataFolder), 'postgres'));
  if (OUTSIDE.some((folder) => elsewhere.startsWith(`${folder}/data/`)))
    await rm(dirname(elsewhere), { recursive: true, force: true });
  await rm(dataFolder, { recursive: true, force: true });
}
