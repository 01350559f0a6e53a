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

/** The data folder, made on first use: nobody else can list it or put anything into it. */
export async function ownDataFolder(folder: string): Promise<string> {
  await inDataFolder(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
  const path = await realpath(folder);
  await refuseUnsafe(path);
  // Root's PostgreSQL runs as another account, which has to pass through (see place.ts).
  if (!isRoot()) await chmod(path, 0o700);
  return path;
}

/** What root makes in a folder of the portal's account, that account could not use: the next start by it would fail. */
export async function refuseRootInOthersFolder(folder: string): Promise<void> {
  if (!isRoot()) return;
  const path = await nearestExisting(folder);
  const { uid } = await stat(path);
  if (uid === 0) return;
  throw new UnsafeFolder(
    `${path} belongs to another user (${uid}), who could not use what root makes in it. Start as that user: sudo -u '#${uid}' …`,
  );
}

export const nearestExisting = async (path: string): Promise<string> =>
  realpath(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return nearestExisting(dirname(resolve(path)));
  });

/** Where files are stored: found out now, not by the first patient who sends one. */
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

/** A folder inside one of ours, for us alone. */
export async function ownFolder(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await refuseUnsafe(path);
  await chmod(path, 0o700);
  return path;
}

/**
 * Node cannot ask a Unix socket who listens on it. Instead: in a folder that one of the owners owns and nobody else can
 * write, nobody else can have made, replaced or renamed a socket.
 */
export async function refuseUnsafe(path: string, owners = [process.getuid?.()]): Promise<void> {
  if (!process.getuid) return; // no such owners on this platform
  const { uid, mode } = await lstat(path);
  if (!owners.includes(uid)) {
    throw new UnsafeFolder(`${path} belongs to another user (${uid}): what is in it cannot be trusted.`);
  }
  if (mode & 0o022) {
    throw new UnsafeFolder(
      `Others may write to ${path}, so what is in it cannot be trusted. Look into it, then run: chmod go-w ${path}`,
    );
  }
}

export type SocketFolder = { path: string; forget: () => Promise<void> };

/** A way to a folder that leaves room for a socket's name: the folder itself or, from deep down, a link to it. */
export async function socketWay(folder: string): Promise<SocketFolder> {
  if (Buffer.byteLength(folder) + 1 + MAX_SOCKET_NAME_BYTES <= MAX_SOCKET_PATH_BYTES) {
    return { path: folder, forget: async () => {} };
  }
  const between = await mkdtemp(join(tmpdir(), 'bea-way-'));
  await chmod(between, 0o711); // PostgreSQL's account passes through; only we can change where it leads
  const path = join(between, 'to');
  await symlink(folder, path);
  return { path, forget: () => rm(between, { recursive: true, force: true }) };
}
