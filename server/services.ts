import type { Keys } from './auth/keys.ts';
import type { Database } from './database/database.ts';
import { createIdentify, type Identify } from './http/caller.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import { createRunner, type Runner } from './rest/runner.ts';
import type { Settings } from './settings/settings.ts';
import { createObjectStore } from './storage/stores/create-object-store.ts';
import type { ObjectStore } from './storage/stores/object-store.ts';

/** The options the server starts with. */
type StartOptions = {
  settings: Settings;
  database: Database;
  keys: Keys;
  mailer: Mailer;
  log: Log;
  /** Counts each request that is refused because the database can't be reached. */
  outages: { countRefused: () => void };
  now: () => Date;
  /** If left out, calendars are read from the internet. */
  fetchCalendar?: (address: string) => Promise<string>;
};

/** The services that every part of the server uses. */
export type Services = StartOptions & {
  /** Verifies a request's credential and returns the caller. */
  identify: Identify;
  /**
   * Reads and writes tables as a caller, for `/rest/v1`, functions and realtime, so that they share one
   * schema cache.
   */
  runRest: Runner;
  /** The store of the files' bytes. */
  store: ObjectStore;
};

/** Each one is created once and shared. */
export const createServices = (options: StartOptions): Services => ({
  ...options,
  identify: createIdentify(options.keys, options.now),
  runRest: createRunner(options.database),
  store: createObjectStore(options.settings),
});
