import { mkdir } from 'node:fs/promises';
import { createDatabase, type Database } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { lockDataFolder } from '../embedded/lock.ts';
import { startPostgres, urlOfRunning } from '../embedded/postgres.ts';
import { readSettings } from '../settings.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

/** Gives a command the product's database, whether the product is running or not. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  // A command signs nothing and sends nothing: it needs the place of the data, not production's secrets.
  const { databaseUrl, dataFolder } = readSettings({ ...process.env, NODE_ENV: '' });
  if (databaseUrl) return using(databaseUrl, work);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const lock = await lockDataFolder(dataFolder);
  if ('pid' in lock) {
    if (!lock.socketFolder) throw new Error('The portal is just starting. Please try again in a moment.');
    return using(await urlOfRunning(dataFolder, lock.socketFolder), work);
  }
  const starting = startPostgres(dataFolder);
  stopOnSignal(async () => (await starting).stop());
  const postgres = await starting;
  try {
    return await using(postgres.url, work);
  } finally {
    await postgres.stop();
    await lock.release();
  }
}

async function using<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = createDatabase(url, { connections: 2 });
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.end();
  }
}

/** Runs a command to its end: expected trouble is one clear line, and the exit code tells. */
export function runCommand(command: () => Promise<boolean>): void {
  command().then(
    (ok) => process.exit(ok ? 0 : 1),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
}
