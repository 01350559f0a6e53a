import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The name of the data that `prepareData` made. */
export const PREPARED = 'PREPARED_DATA';

/**
 * A folder for a separate portal. If its database is inside, it starts with a copy of the prepared data, if
 * there is any.
 */
export async function newDataFolder({ withDatabase }: { withDatabase: boolean }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bea-portal-'));
  const prepared = process.env[PREPARED];
  // Copies owners and permissions too.
  if (withDatabase && prepared) await promisify(execFile)('cp', ['-a', `${prepared}/.`, folder]);
  return folder;
}
