import { lookup } from 'node:dns/promises';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { Network, Received } from './fetch-calendar.ts';

/**
 * A lookup keeps one of the process's four threads until the name server answers, and tokens are checked on the others. So one name is looked
 * up at a time, and a name that no one waits for is not looked up.
 */
export function oneAtATime(lookUp: (host: string) => Promise<string[]>): Network['resolve'] {
  let last: Promise<unknown> = Promise.resolve();
  return (host, signal) => {
    const mine = last.then(() => {
      signal.throwIfAborted();
      return lookUp(host);
    });
    last = mine.catch(() => undefined);
    return mine;
  };
}

/** The only code that opens connections itself, because `fetch` would resolve the name again and may get another address. */
export const internet: Network = {
  resolve: oneAtATime(async (host) => (await lookup(host, { all: true })).map(({ address }) => address)),
  get: (url, address, signal) =>
    new Promise((answer, refuse) => connect(url, address, { signal, answer, refuse })),
};

type Waiting = { signal: AbortSignal; answer: (received: Received) => void; refuse: (error: Error) => void };

function connect(url: URL, address: string, { signal, answer, refuse }: Waiting): void {
  const family = address.includes(':') ? 6 : 4;
  const asking = request(
    url,
    {
      signal,
      agent: false,
      // Compressed, a small answer could become a large one.
      headers: {
        accept: 'text/calendar, */*;q=0.1',
        'accept-encoding': 'identity',
        'user-agent': 'Bea calendar',
      },
      lookup: (_host, options, found) =>
        options.all ? found(null, [{ address, family }]) : found(null, address, family),
    },
    (response: IncomingMessage) =>
      answer({
        status: response.statusCode ?? 0,
        location: response.headers.location ?? null,
        body: response,
        close: () => response.destroy(),
      }),
  );
  asking.on('error', refuse);
  asking.end();
}
