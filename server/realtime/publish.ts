import type { Database } from '../database/database.ts';
import type { Saying } from './notifications.ts';

/** Tells all servers, this one too, in this order. */
export async function announce(database: Database, sayings: Saying[]): Promise<void> {
  await database.query('select portal_server.announce_in($1, $2)', [
    sayings.map(({ topic }) => topic),
    sayings.map((saying) => JSON.stringify(saying)),
  ]);
}
