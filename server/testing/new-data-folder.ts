import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Names what `prepareData` made. */
export const PREPARED = 'PREPARED_DATA';

/**
 * A folder for a portal of its own. One whose database is in there starts with a copy of what was prepared,
 * if anything was.
 */
export async function newDataFolder({ withDatabase }: { withDatabase: boolean }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bea-portal-'));
  const prepared = process.env[PREPARED];
  // Owners and rights come along.
  if (withDatabase && prepared) await promisify(execFile)('cp', ['-a', `${prepared}/.`, folder]);
  return folder;
}
