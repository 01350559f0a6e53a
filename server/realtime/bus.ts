import type { Database } from '../database/database.ts';
import { announce } from './publish.ts';
import { readNotification, type News, type Saying } from './notifications.ts';
import { createTurns } from './keyed-queue.ts';

export type Bus = {
  /** Resolves when this server hears what the others say; listens from then on. */
  ready: () => Promise<void>;
  tell: (news: Saying) => Promise<void>;
  stop: () => Promise<void>;
};

type Ears = {
  /** What is said next in the same topic waits for it. */
  hear: (news: News) => void | Promise<void>;
  /** One notification could not be understood, or not be passed on. It concerns nothing else that is heard. */
  failed: (error: unknown) => void;
  /** What was said meanwhile is lost, so whoever listens must begin anew. */
  deaf: () => void;
};

/** PostgreSQL carries the word: every server hears everything in the order of the commits, its own too. */
export function createBus(database: Database, { hear, failed, deaf }: Ears): Bus {
  let listening: ReturnType<typeof listen> | null = null;
  let [waiting, sending]: [Saying[], Promise<void> | null] = [[], null];
  let last = Promise.resolve();

  async function listen() {
    const client = await database.connect();
    // One after the other in each topic: a parcel that must be fetched does not fall behind what came after it, and what
    // is said elsewhere does not wait for it. At most one of each topic is fetched at a time.
    const turns = createTurns({ atOnce: 1, mostInLine: Infinity });
    client.on('notification', ({ payload = '' }) => {
      try {
        const { topic, read } = readNotification(payload, fetchParcel);
        turns.lineUp(topic, () => read().then(hear).catch(failed));
      } catch (error) {
        failed(error);
      }
    });
    // On this connection: it waits for no other one, and is lost only together with the listening.
    async function fetchParcel(id: string): Promise<string> {
      const { rows } = await client.query<{ body: string }>(
        'select body from portal_server.large_payloads where id = $1',
        [id],
      );
      if (!rows[0]) throw new Error('The parcel is gone');
      return rows[0].body;
    }
    client.once('end', () => {
      listening = null;
      deaf();
    });
    await client.query('listen realtime');
    return client;
  }

  /** What comes while one batch is under way goes with the next, so that nothing overtakes. */
  async function sendAll(): Promise<void> {
    const batch = waiting;
    [waiting, sending] = [[], null];
    await announce(database, batch);
  }

  return {
    ready: async () => {
      listening ??= listen();
      await listening.catch((error: unknown) => {
        listening = null;
        throw error;
      });
    },
    tell: (news) => {
      waiting.push(news);
      if (!sending) {
        sending = last.then(sendAll, sendAll);
        last = sending;
      }
      return sending;
    },
    stop: async () => {
      await last.catch(() => {}); // whoever sent it was told
      const client = await listening?.catch(() => null);
      await client?.end();
    },
  };
}
