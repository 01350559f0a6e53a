import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { freeBytes } from '../../http/free-bytes.ts';
import type { SizeAndHash } from './object-store.ts';

/**
 * Each write passes through another thread. Written as they come from a socket, a picture's pieces would need
 * 160 of them.
 */
const MIN_WRITE_BYTES = 512 * 1024;

/** Writes a new file and syncs it to disk. On an error the caller removes the partial file. */
export async function writeAndHash(path: string, bytes: AsyncIterable<Uint8Array>): Promise<SizeAndHash> {
  const hash = createHash('sha256');
  let size = 0;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.length;
      heldBytes += chunk.length;
      held.push(chunk);
      if (heldBytes >= MIN_WRITE_BYTES) await write();
    }
    if (heldBytes > 0) await write();
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };

  async function write(): Promise<void> {
    const { bytesWritten } = await file.writev(held);
    // A full disk accepts a part, and reports the error for the rest.
    if (bytesWritten < heldBytes) await file.appendFile(Buffer.concat(held).subarray(bytesWritten));
    for (const piece of held) freeBytes(piece);
    [held, heldBytes] = [[], 0];
  }
}
