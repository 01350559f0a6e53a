import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Measured } from './object-store.ts';

/** Writes a new file and sees it onto the disk. What went wrong is thrown as it is; the half-written file is the caller's. */
export async function writeMeasured(path: string, bytes: AsyncIterable<Uint8Array>): Promise<Measured> {
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
