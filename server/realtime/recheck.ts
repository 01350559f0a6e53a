import { kindOf } from '../http/answer-problem.ts';
import type { Services } from '../services.ts';
import type { Channel, Hub } from './hub.ts';
import { askRights, mayRead, NO_RIGHTS, noPermission } from './rights.ts';

/** Asks again what those in a channel may do there, when the database says that it may have changed. */
export function createRecheck({ database, log }: Pick<Services, 'database' | 'log'>, hub: Hub) {
  let heard = 0;

  async function ask(channel: Channel): Promise<void> {
    const { caller, rights, socket, topic } = channel;
    if (rights === NO_RIGHTS) return;
    try {
      const now = await askRights(database, caller, topic);
      // Renewed meanwhile: whoever renews looks by themselves whether something was heard.
      if (channel.caller !== caller) return;
      if (mayRead(now)) channel.rights = now;
      else socket.endChannel(channel, noPermission(topic));
    } catch (error) {
      log('realtime failed', { part: 'rights', kind: kindOf(error) }, error);
      // Nobody stays on rights that could not be asked: the client comes back and asks anew.
      socket.close(1012, 'The rights in a channel could not be asked');
    }
  }

  return {
    /** What is said in the topic after the change waits for this, so that nobody hears it who has lost their rights. */
    async hear(topic: string): Promise<void> {
      heard += 1;
      // One after the other, and on the server's own account: nobody's line is waited in, and one connection is taken.
      for (const channel of hub.inTopic(topic)) await ask(channel);
    },

    /** To be taken before rights are looked at. */
    mark: () => heard,

    /** For what changed between the look at the rights and this moment. */
    ifHeardSince: (mark: number, channel: Channel): Promise<void> =>
      mark === heard ? Promise.resolve() : ask(channel),
  };
}
