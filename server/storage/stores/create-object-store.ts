import { join } from 'node:path';
import type { Settings } from '../../settings/settings.ts';
import { createDiskStore } from './disk-store.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

export function createObjectStore({ dataFolder, storage }: Settings): ObjectStore {
  const folder = join(dataFolder, 'storage');
  return storage.s3 ? createS3Store(storage.s3, join(folder, 'outgoing')) : createDiskStore(folder);
}
