import type { EventEmitter } from 'node:events';
import pg from 'pg';

/** Named as libpq names it: in a connection string it asks for a server that proves to know the password. */
export const SCRAM_ONLY = 'require_auth=scram-sha-256';

/** The client for this connection string. */
export const clientFor = (url: string): typeof pg.Client =>
  url.includes(SCRAM_ONLY) ? ScramOnlyClient : pg.Client;

/**
 * Whoever listens on a socket could ask for the password as it is, or believe anybody, and be handed what we write. With
 * SCRAM a password never leaves us, and a server has to prove that it knows it; any other answer ends the connection.
 */
class ScramOnlyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const connection: EventEmitter & { stream: { destroy: () => unknown } } = this.connection;
    let isProved = false;
    const refuse = () => {
      connection.emit('error', new Error('The database server does not prove itself with SCRAM: refused.'));
    };
    // pg listens only once it connects, so these come first. What follows in the same packet must not count any more.
    connection.once('error', () => {
      connection.removeAllListeners('readyForQuery');
      connection.stream.destroy();
    });
    connection.on('authenticationSASLFinal', () => (isProved = true)); // pg compares the signature
    connection.on('authenticationOk', () => {
      if (!isProved) refuse();
    });
    for (const asking of ['authenticationCleartextPassword', 'authenticationMD5Password']) {
      connection.on(asking, refuse); // nothing is written to a stream that is destroyed
    }
  }
}
