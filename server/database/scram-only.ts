import type { EventEmitter } from 'node:events';
import type { Duplex } from 'node:stream';
import pg from 'pg';

/** Named as in libpq: in a connection string it requires a server that proves it knows the password. */
export const SCRAM_ONLY = 'require_auth=scram-sha-256';

/** The client for this connection string. */
export const clientFor = (url: string): typeof pg.Client =>
  url.includes(SCRAM_ONLY) ? ScramOnlyClient : pg.Client;

type Connection = EventEmitter & { stream: Duplex; attachListeners: (stream: Duplex) => void };

/** The messages a server may send before it has proved itself, and the connection's own events. */
const BEFORE_PROOF = new Set<string | symbol>([
  'authenticationSASL',
  'authenticationSASLContinue',
  'authenticationSASLFinal', // pg compares the signature, and an error follows where it is wrong
  'errorMessage',
  'notice',
  'connect',
  'sslconnect',
  'newListener',
  'error',
  'end',
]);
const AFTER_ERROR = new Set<string | symbol>(['error', 'end']);

/**
 * Anyone who listens on a socket could ask for the plain password, or accept anyone, and receive what we
 * write. With SCRAM a password never leaves us, and a server has to prove that it knows it; anything else
 * ends the connection.
 */
class ScramOnlyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const connection = this.connection as unknown as Connection; // its types leave out what we replace
    const emit = connection.emit.bind(connection);
    let state: 'unproved' | 'proved' | 'failed' = 'unproved';

    const fail = (error: unknown) => {
      state = 'failed';
      connection.stream.destroy(); // nothing more is written
      return emit('error', error);
    };
    connection.emit = (event: string | symbol, ...details: unknown[]) => {
      if (event === 'error') return fail(details[0]);
      // Anything after that in the same packet no longer counts.
      if (state === 'failed' && !AFTER_ERROR.has(event)) return false;
      if (state === 'unproved' && !BEFORE_PROOF.has(event)) {
        return fail(new Error('The database server does not prove itself with SCRAM: refused.'));
      }
      if (event === 'authenticationSASLFinal') state = 'proved';
      return emit(event, ...details);
    };

    // pg's parser throws on an unknown message, and no one could catch that.
    const attachListeners = connection.attachListeners.bind(connection);
    connection.attachListeners = (stream) => {
      attachListeners(stream);
      for (const parse of stream.listeners('data')) {
        stream.off('data', parse as () => void);
        stream.on('data', (bytes: Buffer) => {
          try {
            parse(bytes);
          } catch (error) {
            if (state === 'proved') throw error;
            fail(new Error('The database server does not speak SCRAM: refused.', { cause: error }));
          }
        });
      }
    };
  }
}
