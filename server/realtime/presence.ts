import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Channel } from './hub.ts';
import { createKeyedQueue } from './keyed-queue.ts';
import { refuseTooMany } from './refused.ts';

/**
 * Who is present in each topic, stored in the database, so that all servers show the same people even after
 * one of them died.
 */
export function createPresence(database: Database, serverId: string) {
  let hasLeft = false;
  const removals = createKeyedQueue({ concurrency: 1, maxQueued: Infinity });
  const forget = (refs: string[], server: string | null = null) =>
    database.query('select portal_server.forget_presences($1, $2)', [refs, server]);
  const inShareOf = <Done>({ caller }: Channel, work: () => Promise<Done>): Promise<Done> =>
    database.inShare(caller, work).catch(refuseTooMany);

  return {
    async track(channel: Channel, meta: string): Promise<void> {
      const { topic, presence } = channel;
      const ref = randomUUID();
      await inShareOf(channel, () =>
        database.query('select portal_server.track($1, $2, $3, $4, $5, $6)', [
          serverId,
          topic,
          presence.key,
          meta,
          ref,
          presence.ref,
        ]),
      );
      presence.ref = ref;
    },

    async untrack(channels: Channel[]): Promise<void> {
      const [first] = channels;
      const refs = takeRefs(channels);
      if (!first || refs.length === 0 || hasLeft) return;
      // Someone who left must disappear, even if their share's queue is full.
      await database.inShare(first.caller, () => forget(refs), { isBegun: true });
    },

    /**
     * For a channel that the server ended. Runs outside the caller's share, so that a full queue doesn't keep
     * anyone listed, and one at a time, so that it takes at most one connection.
     */
    async untrackEnded(channel: Channel): Promise<void> {
      const refs = takeRefs([channel]);
      if (refs.length > 0 && !hasLeft) await removals.withSlot(() => forget(refs));
    },

    async state(channel: Channel): Promise<Record<string, unknown>> {
      const { rows } = await inShareOf(channel, () =>
        database.query<{ state: Record<string, unknown> }>(
          'select portal_server.presence_state($1) as state',
          [channel.topic],
        ),
      );
      return rows[0]!.state;
    },

    /** Marks this server as alive, and removes the presences of those that died. */
    async keepAlive(): Promise<void> {
      await database.query('update portal_server.presences set seen_at = now() where server = $1', [
        serverId,
      ]);
      await forget([]);
      await database.query(
        `delete from portal_server.large_payloads where sent_at < now() - interval '1 minute'`,
      );
    },

    /** Removes every presence of this server. */
    async leave(): Promise<void> {
      hasLeft = true;
      await forget([], serverId);
    },
  };
}

/** Presences of these channels, which have none from here on. */
function takeRefs(channels: Channel[]): string[] {
  const refs = channels.map(({ presence }) => presence.ref).filter((ref) => ref !== null);
  for (const { presence } of channels) presence.ref = null;
  return refs;
}
