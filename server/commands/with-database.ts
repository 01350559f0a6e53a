import { createDatabase, type Database } from '../database/database.ts';
import { asOwner, servingRole } from '../database/migrate-as-owner.ts';
import { migrate } from '../database/migrate.ts';
import { placeOf, reachDatabase, type DatabaseSetting } from '../database/reach.ts';
import { refuseTwoDatabases } from '../database/same-database.ts';
import { lockDataFolder } from '../embedded/lock.ts';
import { startPostgres, urlOfRunning } from '../embedded/postgres.ts';
import { readSettings } from '../settings/settings.ts';
import { stopOnSignal } from '../stop-on-signal.ts';
import { refuseUnusableFolder, refuseWithoutPortal } from './existing-portal.ts';

/** A command signs and sends nothing: it needs to know where the data is, but no production secrets. */
export const commandSettings = () => readSettings({ ...process.env, NODE_ENV: '' });

/** What a command does. `place` names the database for the operator, without a password. */
type Work<T> = (database: Database, place: string) => Promise<T>;

type Options = {
  migrated?: boolean;
  /** Whether the command may create a database if there is none. */
  mayBeNew?: boolean;
};

/** Gives a command the product's database, whether the product is running or not. */
export async function withDatabase<T>(
  work: Work<T>,
  { migrated = true, mayBeNew = false }: Options = {},
): Promise<T> {
  const { databaseUrl, databaseDirectUrl, migrationDatabaseUrl, dataFolder } = commandSettings();
  const migrateAndWork = (place: string) => async (database: Database) => {
    if (migrated) await migrate(database);
    return work(database, place);
  };
  // A command takes locks, so it bypasses a pooler.
  const setting = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const ownUrl = databaseDirectUrl ?? databaseUrl;
  if (ownUrl) return inOwnPostgres({ url: ownUrl, setting }, migrationDatabaseUrl, migrateAndWork);
  await (mayBeNew ? refuseUnusableFolder(dataFolder) : refuseWithoutPortal(dataFolder));
  return inEmbeddedPostgres(dataFolder, migrateAndWork(`the portal’s own PostgreSQL in ${dataFolder}`));
}

async function inOwnPostgres<T>(
  { url: databaseUrl, setting }: { url: string; setting: DatabaseSetting },
  ownersUrl: string | null,
  workIn: (place: string) => (database: Database) => Promise<T>,
): Promise<T> {
  await reachDatabase(databaseUrl, { setting, waitMs: 0 });
  if (!ownersUrl) return using(databaseUrl, workIn(placeOf(databaseUrl)!));
  await reachDatabase(ownersUrl, { setting: 'MIGRATION_DATABASE_URL', waitMs: 0 });
  await refuseTwoDatabases(databaseUrl, ownersUrl, 'MIGRATION_DATABASE_URL');
  // On a connection that is closed right away: a restore refuses to run next to other connections.
  const role = await using(databaseUrl, servingRole);
  return asOwner(ownersUrl, role, workIn(placeOf(ownersUrl)!));
}

async function inEmbeddedPostgres<T>(
  dataFolder: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const lock = await lockDataFolder(dataFolder);
  if ('pid' in lock) {
    if (!lock.socketFolder) throw new Error('The portal is starting. Try again in a moment.');
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
    return await work(database);
  } finally {
    await database.end();
  }
}
