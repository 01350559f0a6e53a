import type { Caller } from '../database/query-types.ts';
import { createTokenBuckets } from '../http/token-bucket.ts';
import type { Channel, Socket } from './hub.ts';
import type { Limits } from './limits.ts';
import { participantOf } from './participant.ts';

type Amount = { bytes: number; messages: number };
type Sender = Pick<Socket, 'address'> & { channels: Map<string, Pick<Channel, 'caller'>> };

/**
 * Rate limits for clients' messages, because one process parses them and sends them on for everyone. They
 * count per person over all sockets and HTTP requests, per call for its host, who has no account, and per
 * address for everyone who isn't authenticated. Authenticated people never count against an address, so
 * strangers on the same network only use up each other's limit.
 */
export function createSendLimits(limits: Limits, rateLimitScale: number, now = () => performance.now()) {
  const bytes = createTokenBuckets(limits.bytesPerSecond, limits.bytesAtOnce, now);
  const messages = createTokenBuckets(limits.messagesPerSecondPerUser, limits.messagesAtOncePerUser, now);
  const tracks = createTokenBuckets(limits.tracksPerSecond, limits.tracksAtOnce, now);
  const sentUnauthenticated = new WeakMap<Sender, number>();

  /** The seconds to wait, or 0. */
  const charge = (who: string, amount: Amount, scale = 1): number =>
    bytes(who, amount.bytes / scale) || messages(who, amount.messages / scale);

  const chargeAddress = (address: string, amount: Amount): number =>
    charge(`address ${address}`, amount, rateLimitScale);

  return {
    /** One message on a socket. The first bytes, which a join needs, don't count against the address. */
    maySend(socket: Sender, size: number): boolean {
      const amount = { bytes: size, messages: 1 };
      for (const { caller } of socket.channels.values()) {
        if (caller.role === 'service_role') return true;
        const who = participantOf(caller);
        if (who !== null) return charge(who, amount) === 0;
      }
      const sent = (sentUnauthenticated.get(socket) ?? 0) + size;
      if (sent > limits.bytesBeforeJoin) return chargeAddress(socket.address, amount) === 0;
      sentUnauthenticated.set(socket, sent);
      return true;
    },

    /** For HTTP requests. Returns the seconds to wait, or 0. */
    secondsToWait(caller: Caller, address: string, amount: Amount): number {
      if (caller.role === 'service_role') return 0;
      const who = participantOf(caller);
      return who === null ? chargeAddress(address, amount) : charge(who, amount);
    },

    mayTrack({ caller, socket }: Pick<Channel, 'caller' | 'socket'>): boolean {
      return (
        caller.role === 'service_role' ||
        tracks(participantOf(caller) ?? `address ${socket.address}`, 1) === 0
      );
    },
  };
}

export type SendLimits = ReturnType<typeof createSendLimits>;
