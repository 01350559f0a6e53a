import type { Database } from '../database/database.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { readNotification, type Broadcast, type Notification } from './notifications.ts';
import { publish } from './publish.ts';

export type Bus = {
  /** Resolves once this server receives notifications. It keeps listening from then on. */
  ready: () => Promise<void>;
  publish: (broadcast: Broadcast) => Promise<void>;
  stop: () => Promise<void>;
};

type Listener = {
  /** The next message of the same topic waits for this one. */
  onMessage: (message: Notification) => void | Promise<void>;
  /** One notification could not be read or passed on. The others aren't affected. */
  onError: (error: unknown) => void;
  /** Messages sent in the meantime are lost, so their recipients must start again. */
  onDisconnect: () => void;
};

/**
 * A message bus on PostgreSQL's LISTEN and NOTIFY. Every server receives every message in commit order,
 * including its own.
 */
export function createBus(database: Database, { onMessage, onError, onDisconnect }: Listener): Bus {
  let listening: ReturnType<typeof listen> | null = null;
  let [unsent, sending]: [Broadcast[], Promise<void> | null] = [[], null];
  let last = Promise.resolve();

  async function listen() {
    const client = await database.connect();
    // In order within each topic: a large payload, which must be fetched, is not overtaken by what came after it, and
    // delays no other topic. At most one payload of each topic is fetched at a time.
    const topics = createKeyedQueue({ concurrency: 1, maxQueued: Infinity });
    client.on('notification', ({ payload = '' }) => {
      try {
        const { topic, read } = readNotification(payload, fetchPayload);
        topics.enqueue(topic, () => read().then(onMessage).catch(onError));
      } catch (error) {
        onError(error);
      }
    });
    // Uses this connection, so it waits for no other one, and is lost only together with the listening.
    async function fetchPayload(id: string): Promise<string> {
      const { rows } = await client.query<{ body: string }>(
        'select body from portal_server.large_payloads where id = $1',
        [id],
      );
      if (!rows[0]) throw new Error('The large payload is gone');
      return rows[0].body;
    }
    client.once('end', () => {
      listening = null;
      onDisconnect();
    });
    await client.query('listen realtime');
    return client;
  }

  /** Messages published while one batch is being sent go with the next one, to keep the order. */
  async function sendBatch(): Promise<void> {
    const batch = unsent;
    [unsent, sending] = [[], null];
    await publish(database, batch);
  }

  return {
    ready: async () => {
      listening ??= listen();
      await listening.catch((error: unknown) => {
        listening = null;
        throw error;
      });
    },
    publish: (broadcast) => {
      unsent.push(broadcast);
      if (!sending) {
        sending = last.then(sendBatch, sendBatch);
        last = sending;
      }
      return sending;
    },
    stop: async () => {
      await last.catch(() => {}); // the publisher has already received the error
      const client = await listening?.catch(() => null);
      await client?.end();
    },
  };
}
