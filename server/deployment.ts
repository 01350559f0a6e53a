import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completeSecrets } from './auth/keys.ts';
import { createDatabase, type Database } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { migrateAsOwner } from './database/migrate-as-owner.ts';
import { reachDatabase } from './database/reach.ts';
import { refuseTwoDatabases } from './database/same-database.ts';
import { lockDataFolder } from './embedded/lock.ts';
import { refuseRootInOthersFolder, writableDataFolder } from './embedded/private-folder.ts';
import { startPostgres } from './embedded/postgres.ts';
import type { Log } from './log.ts';
import { fileProblem } from './settings/file-problem.ts';
import { BadSettings } from './settings/bad-settings.ts';
import type { Secrets, Settings } from './settings/settings.ts';

/** Where the data lives: our own PostgreSQL in the data folder, or the clinic's. */
export type Home = {
  database: Database;
  databaseUrl: string;
  secrets: Secrets;
  /** Tells other processes on this data folder where the portal answers. */
  announce: (url: string) => void;
  close: () => Promise<void>;
};

export class AlreadyRunning extends Error {}

/** The signal ends the wait for a database of the clinic's own. */
export async function openHome(settings: Settings, log: Log, signal?: AbortSignal): Promise<Home> {
  return settings.databaseUrl
    ? openOwn(settings, settings.databaseUrl, log, signal)
    : openEmbedded(settings, log);
}

// A machine that boots may start us before its database.
const DATABASE_WAIT_MS = 60_000;

async function openOwn(
  settings: Settings,
  databaseUrl: string,
  log: Log,
  signal: AbortSignal | undefined,
): Promise<Home> {
  const { migrationDatabaseUrl } = settings;
  if (settings.production) await refuseRootInOthersFolder(settings.dataFolder);
  await writableDataFolder(settings.dataFolder);
  const wait = { waitMs: DATABASE_WAIT_MS, onWait: () => log('waiting for the database'), signal };
  await reachDatabase(databaseUrl, { setting: 'DATABASE_URL', ...wait });
  const database = createDatabase(databaseUrl, { connections: settings.databasePoolSize });
  try {
    if (migrationDatabaseUrl) {
      await reachDatabase(migrationDatabaseUrl, { setting: 'MIGRATION_DATABASE_URL', ...wait });
      await refuseTwoDatabases(databaseUrl, migrationDatabaseUrl);
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

async function openEmbedded(settings: Settings, log: Log): Promise<Home> {
  const { dataFolder } = settings;
  if (settings.production) await refuseRootInOthersFolder(dataFolder);
  const lock = await lockDataFolder(dataFolder);
  if ('pid' in lock) {
    throw new AlreadyRunning(
      `Already running on ${dataFolder}: process ${lock.pid}${lock.url ? `, ${lock.url}` : ''}. ` +
        'Stop it first, or set DATA_DIR to another folder.',
    );
  }
  await writableDataFolder(dataFolder);
  const postgres = await startPostgres(dataFolder, () =>
    log('PostgreSQL ended by itself; starting it again'),
  );
  const database = createDatabase(postgres.url, { connections: settings.databasePoolSize });
  const inform = (url: string | null) =>
    lock.publish({ pid: process.pid, url, socketFolder: postgres.socketFolder });
  const close = async () => {
    await database.end();
    await postgres.stop();
    await lock.release();
  };
  try {
    await migrate(database);
    inform(null);
    return {
      database,
      databaseUrl: postgres.url,
      secrets: await keptSecrets(dataFolder, settings.secrets),
      announce: inform,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Secrets of the embedded home: made on first run, kept in the data folder; the environment's come first. */
async function keptSecrets(dataFolder: string, given: Partial<Secrets>): Promise<Secrets> {
  const file = join(dataFolder, 'secrets.json');
  const kept = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as Secrets)
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw new BadSettings(fileProblem(error, file) ?? `${file} cannot be read: ${error.message}`);
    });
  if (given.jwtSecret) return completeSecrets(given);
  if (kept) return { ...kept, ...given };
  const made = await completeSecrets({});
  await writeFile(`${file}.draft`, JSON.stringify(made), { mode: 0o600 });
  await rename(`${file}.draft`, file);
  return { ...made, ...given };
}

/** Outside production, servers on one database without secrets of their own agree on some in the database. */
async function sharedSecrets(database: Database, given: Partial<Secrets>): Promise<Secrets> {
  if (given.jwtSecret) return completeSecrets(given);
  await database.query(`insert into portal_server.facts values ('secrets', $1) on conflict do nothing`, [
    JSON.stringify(await completeSecrets({})),
  ]);
  const { rows } = await database.query<{ value: Secrets }>(
    `select value from portal_server.facts where name = 'secrets'`,
  );
  return { ...rows[0]!.value, ...given };
}
