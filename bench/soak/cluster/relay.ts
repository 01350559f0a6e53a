import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from 'node:net';

export type Relay = {
  port: number;
  /** Like a pulled cable: nothing passes, and no one is notified. */
  cut: () => void;
  mend: () => void;
  close: () => void;
};

/** A connection to a port or socket of this machine that can be cut, as a network can. */
export async function openRelay(to: NetConnectOpts): Promise<Relay> {
  const pairs = new Set<[Socket, Socket]>();
  let isCut = false;
  const server = createServer((caller) => {
    const inside = connect(to);
    const pair: [Socket, Socket] = [caller, inside];
    pairs.add(pair);
    for (const [from, other] of [pair, pair.toReversed() as [Socket, Socket]]) {
      from.on('error', () => {}); // hanging up on either side ends both
      from.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
      from.pipe(other);
    }
    if (isCut) hold(pair);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      isCut = true;
      pairs.forEach(hold);
    },
    mend: () => {
      isCut = false;
      end(); // data waiting in the meantime is lost
    },
    close: () => {
      server.close();
      end();
    },
  };
}

function hold(pair: [Socket, Socket]): void {
  for (const socket of pair) {
    socket.unpipe();
    socket.pause();
  }
}
