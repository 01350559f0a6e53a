import type { WebSocket } from 'ws';

type Options = { max: number; maxPerAddress: number; timeoutMs: number };

/** The state of a socket's authentication. */
export type Authentication = {
  /** We signed its token. Until the database has answered, the socket isn't closed to make room. */
  begin: () => void;
  /** The join was refused. */
  fail: () => void;
  /** It has joined, and from here on counts for its person or host (`person-limits.ts`). */
  succeed: () => void;
};

/**
 * Sockets that have only shown the public key, by address. One too many closes the oldest, so that a stranger
 * who holds them all keeps no one out: the oldest of the same address or, if all addresses together have too
 * many, of the address with the most. A socket that isn't authenticated in time is closed.
 */
export function createUnauthenticatedSockets({ max, maxPerAddress, timeoutMs }: Options) {
  const byAddress = new Map<string, Set<WebSocket>>();
  let total = 0;

  function add(address: string, socket: WebSocket): void {
    const sockets = byAddress.get(address) ?? new Set();
    byAddress.set(address, sockets.add(socket));
    total += 1;
    if (sockets.size > maxPerAddress) closeOldest(address);
    else if (total > max) closeOldest(fullestAddress());
  }

  function remove(address: string, socket: WebSocket): void {
    const sockets = byAddress.get(address);
    if (!sockets?.delete(socket)) return;
    total -= 1;
    if (sockets.size === 0) byAddress.delete(address);
  }

  function closeOldest(address: string): void {
    const oldest = byAddress.get(address)!.values().next().value!;
    remove(address, oldest);
    // No closing handshake: a client that does not answer it would stay for half a minute, uncounted.
    oldest.terminate();
  }

  function fullestAddress(): string {
    let [fullest, largest] = ['', 0];
    for (const [address, { size }] of byAddress) if (size > largest) [fullest, largest] = [address, size];
    return fullest;
  }

  return (address: string, socket: WebSocket): Authentication => {
    let state: 'open' | 'pending' | 'settled' = 'open';
    let isLate = false;
    const timeout = setTimeout(() => {
      isLate = true;
      if (state === 'open') closeLate();
    }, timeoutMs).unref();
    const closeLate = () => socket.close(1008, 'No signed-in user joined a channel in time');

    function settle(): void {
      state = 'settled';
      clearTimeout(timeout);
      remove(address, socket);
    }

    add(address, socket);
    socket.once('close', settle);
    return {
      begin: () => {
        if (state !== 'open') return;
        state = 'pending';
        remove(address, socket);
      },
      fail: () => {
        if (state !== 'pending') return;
        state = 'open';
        add(address, socket);
        if (isLate) closeLate();
      },
      succeed: settle,
    };
  };
}
