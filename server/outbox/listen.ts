import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';

const RECONNECT_DELAY_MS = 2_000;

/** Calls `wake` whenever any server writes a message. Reconnects after a lost connection, until `signal` is aborted. */
export async function listen(database: Database, wake: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Errors don't matter here, because the worker also polls.
    await listenUntilLost(database, wake, signal).catch(() => {});
    await pause(RECONNECT_DELAY_MS, undefined, { signal }).catch(() => {});
  }
}

async function listenUntilLost(database: Database, wake: () => void, signal: AbortSignal): Promise<void> {
  const client = await database.connect();
  const ended = once(client, 'end', { signal }).catch(() => {}); // connection lost or aborted; both are handled the same way
  try {
    client.on('notification', wake);
    await client.query('listen outbox');
    wake(); // for messages written before the connection was listening
    await ended;
  } finally {
    await client.end();
  }
}
