import type { Caller } from '../database/query-types.ts';
import type { Channel, Socket } from './hub.ts';
import type { Limits } from './limits.ts';
import { participantOf } from './participant.ts';
import { Refused } from './refused.ts';

type ChannelRequest = { caller: Caller; socket: Socket; topic: string; subscriptions: readonly unknown[] };

/** How many sockets and subscriptions one person, or a call's host, has on this server. */
export function createPersonLimits({ socketsPerUser, changesPerUser }: Limits) {
  const perUser = new Map<string, Set<Socket>>();

  /** Also checked before a join queries the database: a refusal should cost nothing. */
  function checkChanges({ caller: { userId }, socket, topic, subscriptions }: ChannelRequest): void {
    // Without a person, sockets cannot be counted together.
    const sockets = userId === null ? [socket] : (perUser.get(userId) ?? []);
    let subscribed = subscriptions.length;
    for (const open of sockets)
      for (const channel of open.channels.values()) {
        // A second join replaces the earlier channel.
        const isReplaced = open === socket && channel.topic === topic;
        if (!isReplaced && channel.caller.userId === userId) subscribed += channel.subscriptions.length;
      }
    if (subscribed > changesPerUser) throw new Refused('ChannelRateLimitReached: Too many postgres_changes');
  }

  return {
    checkChanges,

    /** Counts a channel's socket as its person's, or throws `Refused`. */
    admit(channel: Channel): void {
      checkChanges(channel);
      const { socket, caller } = channel;
      const who = participantOf(caller);
      if (who === null) return;
      const open = perUser.get(who) ?? new Set();
      if (!open.has(socket) && open.size >= socketsPerUser)
        throw new Refused('ConnectionRateLimitReached: Too many connected users');
      perUser.set(who, open.add(socket));
    },

    release(socket: Socket): void {
      for (const [who, open] of perUser) if (open.delete(socket) && open.size === 0) perUser.delete(who);
    },
  };
}
