import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Problem } from '../../http/problem.ts';
import type { ByteRange, ObjectStore } from './object-store.ts';
import { storeUnavailable } from '../refusals.ts';
import { checkedVersion } from './version.ts';
import { writeAndHash } from './write-and-hash.ts';

/** Each piece costs a trip to another thread and through a stream: with Node's 64 KB a picture keeps the server busy for twice as long. */
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
      return file && streamOf(file, range);
    },
    remove,
  };
}

const WHOLE: ByteRange = { start: 0, end: Number.POSITIVE_INFINITY };

/** A stream of Node's would copy each piece on its way to the web's. */
function streamOf(file: FileHandle, { start, end }: ByteRange = WHOLE): ReadableStream<Uint8Array> {
  let at = start;
  const next = async (): Promise<Uint8Array | null> => {
    const length = Math.min(READ_BYTES, end + 1 - at);
    if (length === 0) return null;
    const { bytesRead, buffer } = await file.read(new Uint8Array(length), 0, length, at);
    at += bytesRead;
    return bytesRead === 0 ? null : buffer.subarray(0, bytesRead);
  };
  return new ReadableStream({
    pull: async (controller) => {
      const piece = await next().catch(async (error: unknown) => {
        await file.close();
        throw error;
      });
      if (piece) return controller.enqueue(piece);
      await file.close();
      controller.close();
    },
    cancel: () => file.close(),
  });
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
