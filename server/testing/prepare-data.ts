import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PREPARED } from './new-data-folder.ts';
import { spawnPortal } from './spawn-portal.ts';

/** Contains no people and no portal. */
export const EMPTY = { PORTAL_IS_ELSEWHERE: 'true', DEMO_DATA: 'false' };

/**
 * Makes a data folder with a migrated database for this process and its children. A portal in a test starts
 * with a copy instead of creating and migrating a database each time. Returns a function that removes it.
 */
export async function prepareData(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const portal = await spawnPortal({ env });
  await portal.end('SIGTERM');
  // Database files outside the data folder would be shared by every copy.
  if (existsSync(join(portal.dataFolder, 'postgres'))) process.env[PREPARED] = portal.dataFolder;
  return async () => {
    delete process.env[PREPARED];
    await portal.remove();
  };
}
