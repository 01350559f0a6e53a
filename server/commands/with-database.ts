import { createDatabase, type Database } from '../database/database.ts';
import { asOwner, servingRole } from '../database/migrate-as-owner.ts';
import { migrate } from '../database/migrate.ts';
import { reachDatabase } from '../database/reach.ts';
import { lockDataFolder } from '../embedded/lock.ts';
import { startPostgres, urlOfRunning } from '../embedded/postgres.ts';
import { readSettings } from '../settings/settings.ts';
import { stopOnSignal } from '../stop-on-signal.ts';

/** A command signs nothing and sends nothing: it needs the place of the data, not production's secrets. */
export const commandSettings = () => readSettings({ ...process.env, NODE_ENV: '' });

/** Gives a command the product's database, whether the product is running or not. */
export async function withDatabase<T>(
  work: (database: Database) => Promise<T>,
  { migrated = true } = {},
): Promise<T> {
  const { databaseUrl, migrationDatabaseUrl, dataFolder } = commandSettings();
  if (databaseUrl) {
    await reachDatabase(databaseUrl, { setting: 'DATABASE_URL', waitMs: 0 });
    if (!migrationDatabaseUrl) return using(databaseUrl, work, migrated);
    // Asked and let go: a restore wants nobody else there.
    const role = await using(databaseUrl, servingRole, false);
    return asOwner(migrationDatabaseUrl, role, doing(work, migrated));
  }
  const lock = await lockDataFolder(dataFolder);
  if ('pid' in lock) {
    if (!lock.socketFolder) throw new Error('The portal is just starting. Please try again in a moment.');
    return using(await urlOfRunning(dataFolder, lock.socketFolder), work, migrated);
  }
  const starting = startPostgres(dataFolder);
  stopOnSignal(async () => (await starting).stop());
  const postgres = await starting;
  try {
    return await using(postgres.url, work, migrated);
  } finally {
    await postgres.stop();
    await lock.release();
  }
}

async function using<T>(
  url: string,
  work: (database: Database) => Promise<T>,
  migrated: boolean,
): Promise<T> {
  const database = createDatabase(url, { connections: 2 });
  try {
    return await doing(work, migrated)(database);
  } finally {
    await database.end();
  }
}

const doing =
  <T>(work: (database: Database) => Promise<T>, migrated: boolean) =>
  async (database: Database): Promise<T> => {
    if (migrated) await migrate(database);
    return work(database);
  };
