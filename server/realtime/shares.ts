import type { Caller } from '../database/query-types.ts';
import type { Channel, Socket } from './hub.ts';
import type { Limits } from './limits.ts';
import { payerOf } from './payer.ts';
import { Refused } from './refused.ts';

type Wish = { caller: Caller; socket: Socket; topic: string; subscriptions: readonly unknown[] };

/** What one person, or a call's host, holds of this server, over all of their sockets. */
export function createShares({ socketsPerUser, changesPerUser }: Limits) {
  const perUser = new Map<string, Set<Socket>>();

  /** Also asked before anything is looked up for a join: what is refused should cost nothing. */
  function checkChanges({ caller: { userId }, socket, topic, subscriptions }: Wish): void {
    // Without a person there is nothing that sockets have in common.
    const sockets = userId === null ? [socket] : (perUser.get(userId) ?? []);
    let followed = subscriptions.length;
    for (const open of sockets)
      for (const channel of open.channels.values()) {
        // Whoever joins again takes the place of the earlier channel.
        const isReplaced = open === socket && channel.topic === topic;
        if (!isReplaced && channel.caller.userId === userId) followed += channel.subscriptions.length;
      }
    if (followed > changesPerUser) throw new Refused('ChannelRateLimitReached: Too many postgres_changes');
  }

  return {
    checkChanges,

    /** Counts a channel's socket as its person's, or throws `Refused`. */
    admit(channel: Channel): void {
      checkChanges(channel);
      const { socket, caller } = channel;
      const who = payerOf(caller);
      if (who === null) return;
      const open = perUser.get(who) ?? new Set();
      if (!open.has(socket) && open.size >= socketsPerUser)
        throw new Refused('ConnectionRateLimitReached: Too many connected users');
      perUser.set(who, open.add(socket));
    },

    forget(socket: Socket): void {
      for (const [who, open] of perUser) if (open.delete(socket) && open.size === 0) perUser.delete(who);
    },
  };
}
