import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { addressOf } from '../http/client-address.ts';
import { answersTo } from '../http/local-names.ts';
import type { Services } from '../services.ts';
import { serveConnection } from './connection.ts';
import type { Version } from './frames.ts';
import { LIMITS, type Limits } from './limits.ts';
import { createRealtime } from './realtime.ts';
import type { SendLimits } from './send-limits.ts';
import { createUnauthenticatedSockets } from './unauthenticated-sockets.ts';

export type RealtimeServer = { stop: () => Promise<void> };

const PATH = '/realtime/v1/websocket';
const KEEP_ALIVE_MS = 10_000;

/** Serves Supabase's Realtime on the product's own port. Costs nothing until the first client connects. */
export function startRealtime(
  services: Services,
  server: Server,
  { sendLimits, limits = LIMITS }: { sendLimits: SendLimits; limits?: Limits },
): RealtimeServer {
  const { settings, log, identify } = services;
  const realtime = createRealtime(services, limits, sendLimits);
  const { bus, presence } = realtime;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
  });
  const authenticationOf = createUnauthenticatedSockets({
    max: limits.unauthenticatedSockets,
    maxPerAddress: unauthenticatedPerAddress(limits, settings.rateLimitScale),
    timeoutMs: limits.unauthenticatedTimeoutMs,
  });
  let keepAlive: NodeJS.Timeout | undefined;

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://portal.internal');
    if (!answersTo(settings, request.headers.host)) return refuse(stream, '421 Misdirected Request');
    if (pathname !== PATH) return refuse(stream, '404 Not Found');
    const version = versionOf(searchParams.get('vsn') ?? '1.0.0');
    const apikey = searchParams.get('apikey') ?? '';
    if (!version) return refuse(stream, '400 Bad Request');
    if (!isKnownOrigin(request)) return refuse(stream, '403 Forbidden');
    if (!(await isKey(apikey))) return refuse(stream, '401 Unauthorized');
    const address = addressOf(
      request.headers['x-forwarded-for'],
      request.socket.remoteAddress,
      settings.trustProxy,
    );
    await bus.ready();
    if (stream.destroyed) return;
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const authentication = authenticationOf(address, socket);
      keepAlive ??= startKeepAlive();
      serveConnection(realtime, { socket, version, apikey, address, authentication });
    });
  }

  /** Browsers send the page's origin. Other programs don't, but need the key all the same. */
  function isKnownOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
    if (origin === undefined) return true;
    const known = [settings.siteUrl, ...settings.corsOrigins].map((url) => new URL(url).origin);
    return known.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host);
  }

  const isKey = (apikey: string) =>
    identify(new Headers({ apikey })).then(
      () => true,
      () => false,
    );

  function startKeepAlive(): NodeJS.Timeout {
    const timer = setInterval(() => {
      presence.keepAlive().catch((error: unknown) => log('realtime failed', { part: 'keep alive' }, error));
    }, KEEP_ALIVE_MS);
    return timer.unref();
  }

  const onUpgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    upgrade(request, stream, head).catch(() => refuse(stream, '503 Service Unavailable'));
  };
  server.on('upgrade', onUpgrade);

  return {
    /** Closes every socket, so that its client reconnects, perhaps to another server. */
    stop: async () => {
      server.off('upgrade', onUpgrade);
      clearInterval(keepAlive);
      for (const socket of sockets.clients) socket.close(1012, 'The server is restarting');
      await bus.stop();
      if (keepAlive)
        await presence.leave().catch((error: unknown) => log('realtime failed', { part: 'stop' }, error));
      for (const socket of sockets.clients) socket.terminate();
    },
  };
}

/** However much a clinic scales the limit, one address never gets all of them. */
const unauthenticatedPerAddress = (
  { unauthenticatedSockets, unauthenticatedSocketsPerAddress }: Limits,
  rateLimitScale: number,
) =>
  Math.max(
    1,
    Math.min(Math.floor(unauthenticatedSocketsPerAddress * rateLimitScale), unauthenticatedSockets / 2),
  );

const versionOf = (text: string): Version | null => (text === '1.0.0' || text === '2.0.0' ? text : null);

/** The connection is closed even if the client keeps its end open. */
function refuse(stream: Duplex, status: string): void {
  stream.once('finish', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
