import {
  access,
  chmod,
  constants,
  lstat,
  mkdir,
  mkdtemp,
  realpath,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileProblem } from '../settings/file-problem.ts';
import { BadSettings } from '../settings/bad-settings.ts';
import { isRoot } from './account.ts';

const MAX_SOCKET_PATH_BYTES = 103; // 107 on Linux, 103 on macOS
const MAX_SOCKET_NAME_BYTES = 24;

export class UnsafeFolder extends Error {}

/** The data folder, created on first use; no other account can list it or write to it. */
export async function privateDataFolder(folder: string): Promise<string> {
  await inDataFolder(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
  const path = await realpath(folder);
  await refuseUnsafe(path);
  // Root's PostgreSQL runs as another account, which has to pass through (see cluster-folder.ts).
  if (!isRoot()) await chmod(path, 0o700);
  return path;
}

/** The portal's account could not use files that root creates in its folder: its next start would fail. */
export async function refuseRootInOthersFolder(folder: string): Promise<void> {
  if (!isRoot()) return;
  const path = await nearestExisting(folder);
  const { uid } = await stat(path);
  if (uid === 0) return;
  throw new UnsafeFolder(
    `${path} belongs to another user (${uid}), who couldn’t use files that root creates in it. Start as that user: sudo -u '#${uid}' …`,
  );
}

export const nearestExisting = async (path: string): Promise<string> =>
  realpath(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return nearestExisting(dirname(resolve(path)));
  });

/** Checked at the start, so that an unwritable folder does not first show when a file is stored. */
export async function writableDataFolder(folder: string): Promise<void> {
  for (const path of [folder, join(folder, 'storage')]) {
    await inDataFolder(path, async () => {
      await mkdir(path, { recursive: true, mode: 0o700 });
      await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    });
  }
}

async function inDataFolder(path: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const problem = fileProblem(error, path);
    throw problem ? new BadSettings(`DATA_DIR: ${problem}`) : error;
  }
}

/** A folder that only this account can enter, inside a folder that it owns. */
export async function privateFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await refuseUnsafe(path);
  await chmod(path, 0o700);
  return path;
}

/**
 * Node cannot ask a Unix socket which account listens on it. Instead, the folder is checked: where one of `owners` owns it
 * and no one else can write to it, no one else can have created, replaced or renamed a socket in it.
 */
export async function refuseUnsafe(path: string, owners = [process.getuid?.()]): Promise<void> {
  if (!process.getuid) return; // no Unix accounts on this platform
  const { uid, mode } = await lstat(path);
  if (!owners.includes(uid)) {
    throw new UnsafeFolder(`${path} belongs to another user (${uid}): its contents can’t be trusted.`);
  }
  if (mode & 0o022) {
    throw new UnsafeFolder(
      `Others may write to ${path}, so its contents can’t be trusted. Look into it, then run: chmod go-w ${path}`,
    );
  }
}

export type SocketFolder = { path: string; release: () => Promise<void> };

/** A path short enough for a Unix socket in the folder: the folder's own or, where that is too long, a symlink to it. */
export async function shortSocketFolder(folder: string): Promise<SocketFolder> {
  if (Buffer.byteLength(folder) + 1 + MAX_SOCKET_NAME_BYTES <= MAX_SOCKET_PATH_BYTES) {
    return { path: folder, release: async () => {} };
  }
  const linkFolder = await mkdtemp(join(tmpdir(), 'bea-way-'));
  await chmod(linkFolder, 0o711); // PostgreSQL's account may follow the link; only we can change it
  const path = join(linkFolder, 'to');
  await symlink(folder, path);
  return { path, release: () => rm(linkFolder, { recursive: true, force: true }) };
}
