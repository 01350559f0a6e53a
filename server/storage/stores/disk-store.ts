import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { Problem } from '../../http/problem.ts';
import type { ObjectStore } from './object-store.ts';
import { storeUnavailable } from '../refusals.ts';
import { checkedVersion } from './version.ts';
import { writeAndHash } from './write-and-hash.ts';

/** Each piece costs a trip to another thread and through two streams: with Node's 64 KB a picture keeps the server busy for twice as long. */
const READ_BYTES = 512 * 1024;

/** Files in a folder, local or shared by several servers. */
export function createDiskStore(folder: string): ObjectStore {
  // 256 subfolders: a single folder with a hundred thousand entries is slow.
  const pathOf = (version: string) => join(folder, checkedVersion(version).slice(0, 2), version);

  const remove: ObjectStore['remove'] = async (version) => {
    const path = pathOf(version);
    await Promise.all([rm(path, { force: true }), rm(draftOf(path), { force: true })]);
  };

  return {
    put: async (version, bytes) => {
      const path = pathOf(version);
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const measured = await writeAndHash(draftOf(path), bytes);
        await rename(draftOf(path), path);
        await syncFolder(dirname(path));
        return measured;
      } catch (error) {
        await rm(draftOf(path), { force: true }).catch(() => {}); // the first error matters more
        throw error instanceof Problem ? error : storeUnavailable();
      }
    },
    get: async (version, range) => {
      const file = await open(pathOf(version)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw storeUnavailable();
      });
      return (
        file &&
        (Readable.toWeb(
          file.createReadStream({ ...range, highWaterMark: READ_BYTES }),
        ) as ReadableStream<Uint8Array>)
      );
    },
    remove,
  };
}

const draftOf = (path: string) => `${path}.draft`;

/** fsync: without it, the rename may not survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
