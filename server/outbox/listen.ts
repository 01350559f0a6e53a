import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';

const BETWEEN_TRIES = 2_000;

/** Calls `wake` whenever a message is written, by any server. A lost connection is made again until `signal` ends it. */
export async function listen(database: Database, wake: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Nothing depends on hearing: the worker also looks by itself.
    await listenUntilLost(database, wake, signal).catch(() => {});
    await pause(BETWEEN_TRIES, undefined, { signal }).catch(() => {});
  }
}

async function listenUntilLost(database: Database, wake: () => void, signal: AbortSignal): Promise<void> {
  const client = await database.connect();
  const ended = once(client, 'end', { signal }).catch(() => {}); // lost or no longer wanted: the same here
  try {
    client.on('notification', wake);
    await client.query('listen outbox');
    wake(); // for what was written while nobody listened
    await ended;
  } finally {
    await client.end();
  }
}
