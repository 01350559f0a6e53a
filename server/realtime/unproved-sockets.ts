import type { WebSocket } from 'ws';

/**
 * Sockets that brought nothing but the public key, by address. When one too many comes the oldest goes, so that a stranger
 * who holds them all keeps nobody out. Whoever joins as somebody counts for themselves from then on (`shares.ts`).
 */
export function createUnprovedSockets(maxPerAddress: number) {
  const byAddress = new Map<string, Set<WebSocket>>();

  function remove(address: string, socket: WebSocket): void {
    const sockets = byAddress.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) byAddress.delete(address);
  }

  return {
    add(address: string, socket: WebSocket): void {
      const sockets = byAddress.get(address) ?? new Set();
      byAddress.set(address, sockets.add(socket));
      if (sockets.size <= maxPerAddress) return;
      const oldest = sockets.values().next().value!;
      remove(address, oldest);
      // Not asked to close: whoever does not answer that would stay for half a minute, and be counted by nobody.
      oldest.terminate();
    },
    remove,
  };
}
