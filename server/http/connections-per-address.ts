import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { rateLimitKey } from '../../supabase/functions/_shared/request/client-address.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * An idle tab has one connection, its socket, and a loading page has six more. A clinic's address can have
 * hundreds of patients.
 */
const MAX_PER_ADDRESS = 1_000;

/**
 * Never fewer, however small the scale. Behind our own proxy all connections are the proxy's, which counts
 * its clients.
 */
export const maxConnectionsPerAddress = ({
  trustProxy,
  rateLimitScale,
}: Pick<Settings, 'trustProxy' | 'rateLimitScale'>): number =>
  trustProxy ? Number.POSITIVE_INFINITY : MAX_PER_ADDRESS * Math.max(1, rateLimitScale);

/**
 * What a connection is waiting for: its client's next request or the rest of one, our answer, or nothing if
 * it is a socket.
 */
export type Wait = 'idle' | 'slow' | 'answer' | 'upgraded';

/**
 * Limits the connections per address, so that no address takes all that the process may open. Over the limit,
 * the connection that has waited longest is closed, so a client that holds them all keeps no one else at that
 * address out.
 */
export function boundConnections(server: Server, max: number, waitOf: (socket: Socket) => Wait): void {
  const byAddress = new Map<string, Set<Socket>>();

  const oldest = (sockets: Set<Socket>, wait: Wait): Socket | undefined => {
    for (const socket of sockets) if (waitOf(socket) === wait) return socket;
    return undefined;
  };

  function forget(address: string, socket: Socket): void {
    const sockets = byAddress.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) byAddress.delete(address);
  }

  server.on('connection', (socket) => {
    const address = rateLimitKey(socket.remoteAddress ?? 'unknown');
    const sockets = byAddress.get(address) ?? new Set();
    if (sockets.size >= max) {
      const leaving = oldest(sockets, 'idle') ?? oldest(sockets, 'slow') ?? socket;
      leaving.destroy();
      if (leaving === socket) return;
      sockets.delete(leaving);
    }
    byAddress.set(address, sockets.add(socket));
    socket.once('close', () => forget(address, socket));
  });
}
