import { isPublicAddress } from './public-address.ts';
import { CalendarProblem } from './problem.ts';

/** A response whose body has not been read. */
export type Received = {
  status: number;
  location: string | null;
  body: AsyncIterable<Uint8Array>;
  close: () => void;
};

/** The parts that differ between runtimes and that tests replace. */
export type Network = {
  /** All addresses of a name. Throws if it has none. */
  resolve: (host: string, signal: AbortSignal) => Promise<string[]>;
  /** Connects to this address alone, even if a name server answers differently by now. The certificate is the host's. */
  get: (url: URL, address: string, signal: AbortSignal) => Promise<Received>;
};

const MAX_BYTES = 1024 * 1024;
const MAX_REDIRECTS = 3;
const TIME_LIMIT_MS = 5_000;
type FetchLimits = { timeLimitMs: number };

/**
 * The text at an address that a person of the care team entered. It could lead to a machine that only we can reach, so
 * each hop is https on the usual port, its name is resolved once, and every address of it has to be on the internet.
 */
export async function fetchCalendar(
  network: Network,
  address: string,
  { timeLimitMs }: FetchLimits = { timeLimitMs: TIME_LIMIT_MS },
): Promise<string> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooSlow = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => {
      refuse(new CalendarProblem('too-slow'));
      stop.abort();
    }, timeLimitMs);
  });
  try {
    return await Promise.race([follow(network, address, stop.signal), tooSlow]);
  } finally {
    clearTimeout(timer);
    stop.abort();
  }
}

async function follow(network: Network, address: string, signal: AbortSignal): Promise<string> {
  let url = httpsUrl(address);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const received = await ask(network, url, signal);
    try {
      if (received.status === 200) return await textOf(received);
      if (!isRedirect(received)) throw new CalendarProblem('refused');
      url = httpsUrl(received.location!, url);
    } finally {
      received.close();
    }
  }
  throw new CalendarProblem('refused');
}

const isRedirect = ({ status, location }: Received) =>
  [301, 302, 303, 307, 308].includes(status) && location !== null;

/** Without a name or password, and on the port of every public calendar. */
function httpsUrl(text: string, from?: URL): URL {
  const url = URL.parse(text, from);
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    throw new CalendarProblem('bad-address');
  return url;
}

async function ask(network: Network, url: URL, signal: AbortSignal): Promise<Received> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await network.resolve(host, signal).catch(() => {
    throw new CalendarProblem('unreachable');
  });
  // One private address is enough: the next connection might be to that one.
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) throw new CalendarProblem('bad-address');
  return network.get(url, addresses[0]!, signal).catch(() => {
    throw new CalendarProblem('unreachable');
  });
}

async function textOf({ body }: Received): Promise<string> {
  const text = new TextDecoder();
  let [read, bytes] = ['', 0];
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new CalendarProblem('too-large');
      read += text.decode(chunk, { stream: true });
    }
  } catch (error) {
    throw error instanceof CalendarProblem ? error : new CalendarProblem('unreachable');
  }
  return read + text.decode();
}
