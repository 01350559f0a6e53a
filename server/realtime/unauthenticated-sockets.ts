import type { WebSocket } from 'ws';

type Options = { max: number; maxPerAddress: number; timeoutMs: number };

/** How a socket proves itself. */
export type Proof = {
  /** Its token is one that we signed: until the database has answered, nobody else's socket takes its place. */
  begin: () => void;
  /** It was refused. */
  fail: () => void;
  /** It has joined as somebody, and counts for them from here on (`shares.ts`). */
  succeed: () => void;
};

/**
 * Sockets that brought nothing but the public key, by address. When one too many comes the oldest goes, so that a stranger
 * who holds them all keeps nobody out: of the same address, or, where all addresses together have too many, of the one
 * that has most. Whoever brings no proof in time is closed.
 */
export function createUnprovedSockets({ max, maxPerAddress, timeoutMs }: Options) {
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
    // Not asked to close: whoever does not answer that would stay for half a minute, and be counted by nobody.
    oldest.terminate();
  }

  function fullestAddress(): string {
    let [fullest, most] = ['', 0];
    for (const [address, { size }] of byAddress) if (size > most) [fullest, most] = [address, size];
    return fullest;
  }

  return (address: string, socket: WebSocket): Proof => {
    let state: 'open' | 'asked' | 'settled' = 'open';
    let isLate = false;
    const deadline = setTimeout(() => {
      isLate = true;
      if (state === 'open') closeLate();
    }, timeoutMs).unref();
    const closeLate = () => socket.close(1008, 'No channel was joined as somebody');

    function settle(): void {
      state = 'settled';
      clearTimeout(deadline);
      remove(address, socket);
    }

    add(address, socket);
    socket.once('close', settle);
    return {
      begin: () => {
        if (state !== 'open') return;
        state = 'asked';
        remove(address, socket);
      },
      fail: () => {
        if (state !== 'asked') return;
        state = 'open';
        add(address, socket);
        if (isLate) closeLate();
      },
      succeed: settle,
    };
  };
}
