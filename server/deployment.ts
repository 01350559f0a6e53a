import { createDatabase, type Database } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { migrateAsOwner } from './database/migrate-as-owner.ts';
import { refuseEndlessStatements } from './database/pooler.ts';
import { reachDatabase } from './database/reach.ts';
import { refuseTwoDatabases } from './database/same-database.ts';
import { lockDataFolder } from './embedded/lock.ts';
import { refuseRootInOthersFolder, writableDataFolder } from './embedded/private-folder.ts';
import { startPostgres } from './embedded/postgres.ts';
import type { Log } from './log.ts';
import { sharedSecrets, storedSecrets } from './secrets.ts';
import type { Secrets, Settings } from './settings/settings.ts';

/**
 * The database and secrets that the product runs with: PostgreSQL embedded in the data folder, or the
 * clinic's own.
 */
export type Deployment = {
  database: Database;
  databaseUrl: string;
  secrets: Secrets;
  /** Publishes the portal's URL to other processes on this data folder. */
  announce: (url: string) => void;
  close: () => Promise<void>;
};

export class AlreadyRunning extends Error {}

/** The signal ends the wait for a clinic's own database. */
export async function openDeployment(
  settings: Settings,
  log: Log,
  signal?: AbortSignal,
): Promise<Deployment> {
  return settings.databaseUrl
    ? openOwn(settings, settings.databaseUrl, log, signal)
    : openEmbedded(settings, log);
}

// When a machine boots, it may start us before its database.
const DATABASE_WAIT_MS = 60_000;

async function openOwn(
  settings: Settings,
  databaseUrl: string,
  log: Log,
  signal: AbortSignal | undefined,
): Promise<Deployment> {
  const { databaseDirectUrl, migrationDatabaseUrl } = settings;
  if (settings.production) await refuseRootInOthersFolder(settings.dataFolder);
  await writableDataFolder(settings.dataFolder);
  const wait = { waitMs: DATABASE_WAIT_MS, onWait: () => log('waiting for the database'), signal };
  await reachDatabase(databaseUrl, { setting: 'DATABASE_URL', ...wait });
  const database = createDatabase(databaseUrl, {
    connections: settings.databasePoolSize,
    directUrl: databaseDirectUrl,
  });
  try {
    if (databaseDirectUrl) {
      await reachDatabase(databaseDirectUrl, { setting: 'DATABASE_DIRECT_URL', ...wait });
      await refuseTwoDatabases(databaseUrl, databaseDirectUrl, 'DATABASE_DIRECT_URL');
      await refuseEndlessStatements(database);
    }
    if (migrationDatabaseUrl) {
      await reachDatabase(migrationDatabaseUrl, { setting: 'MIGRATION_DATABASE_URL', ...wait });
      await refuseTwoDatabases(databaseUrl, migrationDatabaseUrl, 'MIGRATION_DATABASE_URL');
      await migrateAsOwner(migrationDatabaseUrl, database);
    } else {
      await migrate(database);
    }
    return {
      database,
      databaseUrl,
      secrets: await sharedSecrets(database, settings.secrets),
      announce: () => {},
      close: () => database.end(),
    };
  } catch (error) {
    await database.end();
    throw error;
  }
}

async function openEmbedded(settings: Settings, log: Log): Promise<Deployment> {
  const { dataFolder } = settings;
  if (settings.production) await refuseRootInOthersFolder(dataFolder);
  const lock = await lockDataFolder(dataFolder);
  if ('pid' in lock) {
    throw new AlreadyRunning(
      `Already running at ${dataFolder}: process ${lock.pid}${lock.url ? `, ${lock.url}` : ''}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    );
  }
  await writableDataFolder(dataFolder);
  const postgres = await startPostgres(dataFolder, () =>
    log('PostgreSQL stopped unexpectedly; restarting it'),
  );
  const database = createDatabase(postgres.url, { connections: settings.databasePoolSize });
  const announce = (url: string | null) =>
    lock.publish({ pid: process.pid, url, socketFolder: postgres.socketFolder });
  const close = async () => {
    await database.end();
    await postgres.stop();
    await lock.release();
  };
  try {
    await migrate(database);
    // Before a command can find this portal: it reads the same secrets.
    const secrets = await storedSecrets(dataFolder, settings.secrets);
    announce(null);
    return {
      database,
      databaseUrl: postgres.url,
      secrets,
      announce,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
