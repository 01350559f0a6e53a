import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { PREPARED } from './new-data-folder.ts';
import { spawnPortal } from './spawn-portal.ts';

/** No one in there, and no portal. */
export const EMPTY = { PORTAL_IS_ELSEWHERE: 'true', DEMO_DATA: 'false' };

/**
 * Makes a data folder with a migrated database, for this process and those that it starts: a portal that a
 * test starts starts with a copy, instead of creating and migrating a database each time. Answers how to
 * remove it.
 */
export async function prepareData(env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const portal = await spawnPortal({ env });
  await portal.end('SIGTERM');
  // Database files that had to be put elsewhere would be shared by every copy.
  if (existsSync(join(portal.dataFolder, 'postgres'))) process.env[PREPARED] = portal.dataFolder;
  return async () => {
    delete process.env[PREPARED];
    await portal.remove();
  };
}
