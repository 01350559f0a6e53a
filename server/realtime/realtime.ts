import { randomUUID } from 'node:crypto';
import { kindOf } from '../http/answer-problem.ts';
import type { Services } from '../services.ts';
import { createBus } from './bus.ts';
import { createChanges } from './changes.ts';
import { createHub } from './hub.ts';
import { createJoinLimits } from './join-limits.ts';
import type { Limits } from './limits.ts';
import type { News } from './notifications.ts';
import { createPresence } from './presence.ts';
import { createRecheck } from './recheck.ts';
import type { Sending } from './send-limits.ts';
import { createShares } from './shares.ts';

/** The parts of realtime on this server, and how what is heard reaches them. */
export function createRealtime(services: Services, limits: Limits, sending: Sending) {
  const { database, log } = services;
  const serverId = randomUUID();
  const hub = createHub();
  const changes = createChanges(services, hub, limits);
  const presence = createPresence(database, serverId);
  const shares = createShares(limits);
  const recheck = createRecheck(services, hub);
  const limitJoins = createJoinLimits(limits, services.settings.rateLimitScale);

  const bus = createBus(database, {
    hear: async (news: News) => {
      if (news.kind === 'broadcast') hub.broadcast(news);
      else if (news.kind === 'presence') hub.presence(news);
      else if (news.kind === 'change') changes.hear(news);
      else if (news.kind === 'rights') await recheck.hear(news.topic);
      else hub.endSession(news.id);
    },
    failed: (error) => log('realtime failed', { part: 'notification', kind: kindOf(error) }, error),
    deaf: () => {
      for (const { socket } of hub.all()) socket.close(1012, 'The server lost its connection');
    },
  });

  return {
    services,
    limits,
    serverId,
    hub,
    changes,
    presence,
    shares,
    recheck,
    sending,
    limitJoins,
    bus,
  };
}

export type Realtime = ReturnType<typeof createRealtime>;
