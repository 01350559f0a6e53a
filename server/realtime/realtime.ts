import { randomUUID } from 'node:crypto';
import { kindOf } from '../http/answer-problem.ts';
import type { Services } from '../services.ts';
import { createBus } from './bus.ts';
import { createChanges } from './changes.ts';
import { createHub } from './hub.ts';
import { createJoinLimits } from './join-limits.ts';
import type { Limits } from './limits.ts';
import { createPresence } from './presence.ts';
import { createRecheck } from './recheck.ts';
import type { SendLimits } from './send-limits.ts';
import { createPersonLimits } from './person-limits.ts';

/** The parts of realtime on this server, and which of them each type of notification goes to. */
export function createRealtime(services: Services, limits: Limits, sendLimits: SendLimits) {
  const { database, log } = services;
  const serverId = randomUUID();
  const hub = createHub();
  const changes = createChanges(services, hub, limits);
  const presence = createPresence(database, serverId);
  const personLimits = createPersonLimits(limits);
  const recheck = createRecheck(services, hub, limits);
  const limitJoins = createJoinLimits(limits, services.settings.rateLimitScale);

  const bus = createBus(database, {
    onMessage: async (message) => {
      if (message.kind === 'broadcast') {
        await recheck.beforeMessage(message.topic);
        hub.broadcast(message);
      } else if (message.kind === 'presence') hub.presence(message);
      else if (message.kind === 'change') changes.onChange(message);
      else if (message.kind === 'rights') await recheck.onRightsChange(message.topic);
      else if (message.kind === 'lock') recheck.onLock(message.id);
      else hub.endSession(message.id);
    },
    onError: (error) => log('realtime failed', { part: 'notification', kind: kindOf(error) }, error),
    onDisconnect: () => {
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
    personLimits,
    recheck,
    sendLimits,
    limitJoins,
    bus,
  };
}

export type Realtime = ReturnType<typeof createRealtime>;
