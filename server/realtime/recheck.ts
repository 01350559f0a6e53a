import { isDatabaseError } from '../database/database.ts';
import { kindOf } from '../http/answer-problem.ts';
import type { Services } from '../services.ts';
import type { Channel, Hub } from './hub.ts';
import type { Limits } from './limits.ts';
import { askRights, mayRead, NO_RIGHTS, noPermission, SESSION_ENDED } from './rights.ts';

/**
 * Time ends the care team's rights without any change in the database: after 15 idle minutes, or 12 hours.
 */
const endsByClock = (topic: string) => topic.startsWith('team:');

/** Checks everyone's rights in a channel again when they may have changed. */
export function createRecheck(
  { database, log }: Pick<Services, 'database' | 'log'>,
  hub: Hub,
  { rightsByClockMs }: Pick<Limits, 'rightsByClockMs'>,
) {
  let changes = 0;
  const checkedAt = new WeakMap<Channel, number>();

  async function check(channel: Channel): Promise<void> {
    const { caller, rights, socket, topic } = channel;
    if (rights === NO_RIGHTS) return;
    try {
      checkedAt.set(channel, performance.now());
      const now = await askRights(database, caller, topic);
      // The channel got another token in the meantime, and the code that renews it calls `ifChangedSince`.
      if (channel.caller !== caller) return;
      if (mayRead(now)) channel.rights = now;
      else socket.endChannel(channel, noPermission(topic));
    } catch (error) {
      // A session that ended closes its own sockets. Until then, this channel receives nothing more.
      if (isDatabaseError(error) && error.code === 'PT401') return socket.endChannel(channel, SESSION_ENDED);
      log('realtime failed', { part: 'rights', kind: kindOf(error) }, error);
      // No one stays if their rights could not be checked. The client reconnects and joins again.
      socket.close(1012, 'The rights in a channel could not be asked');
    }
  }

  return {
    /** The topic's next messages wait for this, so that no one who has lost their rights receives them. */
    async onRightsChange(topic: string): Promise<void> {
      changes += 1;
      // One at a time and outside every caller's share, so that it waits in no one's queue and takes one
      // connection.
      for (const channel of hub.inTopic(topic)) await check(channel);
    },

    /** Doesn't wait, so that no message that follows the lock is delivered. */
    onLock(sessionId: string): void {
      changes += 1;
      for (const channel of hub.all()) {
        const { caller, socket, topic } = channel;
        if (caller.sessionId === sessionId && endsByClock(topic))
          socket.endChannel(channel, noPermission(topic));
      }
    },

    /** Checked before a message is delivered, so that someone whose time has run out gets no more. */
    async beforeMessage(topic: string): Promise<void> {
      if (!endsByClock(topic)) return;
      const old = performance.now() - rightsByClockMs;
      for (const channel of hub.inTopic(topic))
        if ((checkedAt.get(channel) ?? -Infinity) <= old) await check(channel);
    },

    /** The number of changes, to be read before the rights are queried. */
    changeCount: () => changes,

    /** For changes between querying the rights and now. */
    ifChangedSince: (count: number, channel: Channel): Promise<void> =>
      count === changes ? Promise.resolve() : check(channel),
  };
}
