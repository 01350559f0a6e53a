import type { Database } from '../database/database.ts';
import type { Broadcast } from './frames.ts';

export type Change = {
  schema: string;
  table: string;
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  key: Record<string, unknown>;
  owner: string | null;
  at: string;
};
export type Diff = { joins: Record<string, unknown>; leaves: Record<string, unknown> };

/** What one server, or the database itself, tells all servers. */
export type News =
  | ({ kind: 'broadcast'; id: string; topic: string; from?: string } & Broadcast)
  | ({ kind: 'presence'; topic: string } & Diff)
  | ({ kind: 'change' } & Change)
  | { kind: 'session'; id: string };
type Notified = News | { kind: 'parcel'; id: string };

export type Bus = {
  /** Resolves when this server hears what the others say; listens from then on. */
  ready: () => Promise<void>;
  tell: (news: News) => Promise<void>;
  stop: () => Promise<void>;
};

type Ears = {
  hear: (news: News) => void | Promise<void>;
  /** What was said meanwhile is lost, so whoever listens must begin anew. */
  deaf: () => void;
};

/** PostgreSQL carries the word: every server hears everything in the order of the commits, its own too. */
export function createBus(database: Database, { hear, deaf }: Ears): Bus {
  let listening: ReturnType<typeof listen> | null = null;
  let [waiting, sending]: [string[], Promise<void> | null] = [[], null];
  let last = Promise.resolve();

  async function listen() {
    const client = await database.connect();
    // One after the other: a parcel that must be fetched does not fall behind what came after it.
    let turn = Promise.resolve();
    client.on('notification', ({ payload = '' }) => {
      turn = turn.then(async () => hear(await unpack(JSON.parse(payload) as Notified))).catch(deaf);
    });
    client.once('end', () => {
      listening = null;
      deaf();
    });
    await client.query('listen realtime');
    return client;
  }

  async function unpack(notified: Notified): Promise<News> {
    if (notified.kind !== 'parcel') return notified;
    const { rows } = await database.query<{ body: string }>(
      'select body from portal_server.parcels where id = $1',
      [notified.id],
    );
    return JSON.parse(rows[0]!.body) as News;
  }

  /** What comes while one batch is under way goes with the next, so that nothing overtakes. */
  async function sendAll(): Promise<void> {
    const batch = waiting;
    [waiting, sending] = [[], null];
    await database.query('select portal_server.announce($1)', [batch]);
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
      waiting.push(JSON.stringify(news));
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
