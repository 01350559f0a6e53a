import type { Database } from '../database/database.ts';
import type { Broadcast } from './notifications.ts';

/** Notifies all servers, this one too, in the order of the list. */
export async function publish(database: Database, broadcasts: Broadcast[]): Promise<void> {
  await database.query('select portal_server.announce_in($1, $2)', [
    broadcasts.map(({ topic }) => topic),
    broadcasts.map((broadcast) => JSON.stringify(broadcast)),
  ]);
}
