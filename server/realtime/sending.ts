import type { Caller } from '../database/query-types.ts';
import { createAllowance } from '../http/allowance.ts';
import type { Channel, Socket } from './hub.ts';
import type { Limits } from './limits.ts';
import { payerOf } from './payer.ts';

type Amount = { bytes: number; messages: number };
type Sender = Pick<Socket, 'address'> & { channels: Map<string, Pick<Channel, 'caller'>> };

/**
 * What is sent must be read and told to everybody, and that is the work of one process for all. So much a second is a
 * person's, however many sockets they open or open anew, and whether they send by socket or by HTTP; a call's host has no
 * account, and pays as that call's. Whoever is nobody yet pays as their address, which therefore pays for nobody who is
 * known: strangers on the same network use up nothing but each other's.
 */
export function createSending(limits: Limits, rateLimitScale: number, now = () => performance.now()) {
  const bytes = createAllowance(limits.bytesPerSecond, limits.bytesAtOnce, now);
  const messages = createAllowance(limits.messagesPerSecondPerUser, limits.messagesAtOncePerUser, now);
  const tracks = createAllowance(limits.tracksPerSecond, limits.tracksAtOnce, now);
  const sentByNobody = new WeakMap<Sender, number>();

  /** The seconds to wait, if it is too much. */
  const charge = (who: string, amount: Amount, scale = 1): number =>
    bytes(who, amount.bytes / scale) || messages(who, amount.messages / scale);

  const chargeAddress = (address: string, amount: Amount): number =>
    charge(`address ${address}`, amount, rateLimitScale);

  return {
    /** One message on a socket. What a socket needs to join is its own, whatever its address has sent. */
    maySend(socket: Sender, size: number): boolean {
      const amount = { bytes: size, messages: 1 };
      for (const { caller } of socket.channels.values()) {
        if (caller.role === 'service_role') return true;
        const who = payerOf(caller);
        if (who !== null) return charge(who, amount) === 0;
      }
      const sent = (sentByNobody.get(socket) ?? 0) + size;
      if (sent > limits.bytesBeforeJoin) return chargeAddress(socket.address, amount) === 0;
      sentByNobody.set(socket, sent);
      return true;
    },

    /** What came by HTTP; answers the seconds to wait, or 0. */
    secondsToWait(caller: Caller, address: string, amount: Amount): number {
      if (caller.role === 'service_role') return 0;
      const who = payerOf(caller);
      return who === null ? chargeAddress(address, amount) : charge(who, amount);
    },

    mayTrack({ caller, socket }: Pick<Channel, 'caller' | 'socket'>): boolean {
      return (
        caller.role === 'service_role' || tracks(payerOf(caller) ?? `address ${socket.address}`, 1) === 0
      );
    },
  };
}

export type Sending = ReturnType<typeof createSending>;
