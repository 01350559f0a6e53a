import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { SizeAndHash } from './object-store.ts';

/** Writes a new file and syncs it to disk. On an error the caller removes the partial file. */
export async function writeAndHash(path: string, bytes: AsyncIterable<Uint8Array>): Promise<SizeAndHash> {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.length;
      await file.appendFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}
