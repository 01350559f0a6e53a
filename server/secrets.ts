import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completeSecrets } from './auth/keys.ts';
import type { Database } from './database/database.ts';
import { BadSettings } from './settings/bad-settings.ts';
import { fileProblem } from './settings/file-problem.ts';
import type { Secrets, Settings } from './settings/settings.ts';

/**
 * Secrets of an embedded deployment. They are created on the first run and stored in the data folder. Secrets
 * in the environment take precedence.
 */
export async function storedSecrets(dataFolder: string, configured: Partial<Secrets>): Promise<Secrets> {
  const stored = await readStored(dataFolder);
  if (configured.jwtSecret) return completeSecrets(configured);
  if (stored) return { ...stored, ...configured };
  const created = await completeSecrets({});
  const file = fileIn(dataFolder);
  await writeFile(`${file}.draft`, JSON.stringify(created), { mode: 0o600 });
  await rename(`${file}.draft`, file);
  return { ...created, ...configured };
}

/** Outside production, servers without configured secrets that share a database also share secrets stored in it. */
export async function sharedSecrets(database: Database, configured: Partial<Secrets>): Promise<Secrets> {
  if (configured.jwtSecret) return completeSecrets(configured);
  await database.query(`insert into portal_server.facts values ('secrets', $1) on conflict do nothing`, [
    JSON.stringify(await completeSecrets({})),
  ]);
  return { ...(await readShared(database))!, ...configured };
}

/**
 * The portal's secrets, for a command. A command creates none, because the portal wouldn't know what it
 * hashed with them. Null if they are neither in the settings nor with the data.
 */
export async function existingSecrets(
  { databaseUrl, dataFolder, secrets }: Settings,
  database: Database,
): Promise<Secrets | null> {
  const { jwtSecret, anonKey, serviceRoleKey } = secrets;
  if (jwtSecret) return anonKey && serviceRoleKey ? { jwtSecret, anonKey, serviceRoleKey } : null;
  const stored = databaseUrl ? await readShared(database) : await readStored(dataFolder);
  return stored && { ...stored, ...secrets };
}

const fileIn = (dataFolder: string) => join(dataFolder, 'secrets.json');

async function readStored(dataFolder: string): Promise<Secrets | null> {
  const file = fileIn(dataFolder);
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Secrets;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw new BadSettings(fileProblem(error, file) ?? `${file} cannot be read: ${message}`);
  }
}

async function readShared(database: Database): Promise<Secrets | null> {
  const { rows } = await database.query<{ value: Secrets }>(
    `select value from portal_server.facts where name = 'secrets'`,
  );
  return rows[0]?.value ?? null;
}
