import type { Database } from './database/database.ts';
import type { Outages } from './database/outage.ts';
import type { Keys } from './auth/keys.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Settings } from './settings/settings.ts';

/** What every part of the server works with. */
export type Services = {
  settings: Settings;
  database: Database;
  keys: Keys;
  mailer: Mailer;
  log: Log;
  outages: Pick<Outages, 'countRefused'>;
  now: () => Date;
};
