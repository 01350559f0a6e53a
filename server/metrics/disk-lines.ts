import { statfs } from 'node:fs/promises';
import { single } from './metrics.ts';

/** The data folder's disk. If database and files are elsewhere, there may be no such folder to measure. */
export async function diskLines(dataFolder: string): Promise<string[]> {
  const disk = await statfs(dataFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!disk) return [];
  return [
    ...single('portal_disk_free_bytes', 'gauge', 'Free space for the data folder.', disk.bavail * disk.bsize),
    ...single('portal_disk_size_bytes', 'gauge', 'Size of the data folder’s disk.', disk.blocks * disk.bsize),
  ];
}
