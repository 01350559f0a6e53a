import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { boundConnections, type Wait } from './connections-per-address.ts';

/** Browsers and proxies never send requests ahead. Each waiting one costs far more than it took to send. */
const MAX_SENT_AHEAD = 16;
/** While a client reads an answer, however slowly, some of it is sent in each such period. */
const UNREAD_TIMEOUT_MS = 60_000;

type Choices = { port: number; hostname: string; maxPerAddress: number; unreadTimeoutMs?: number };

/**
 * Serves the app. A connection handles one request at a time, so it holds at most one answer and one file. It closes
 * if the client reads nothing for a while. An address may have only so many connections.
 */
export function serveHttp(
  { fetch }: Pick<Hono, 'fetch'>,
  { port, hostname, maxPerAddress, unreadTimeoutMs = UNREAD_TIMEOUT_MS }: Choices,
): Server {
  const { listener, requestOn } = oneAtATime(getRequestListener(fetch, { hostname }));
  const server = createServer(listener);
  server.setTimeout(unreadTimeoutMs, (socket) => {
    const isAnswerInTheMaking = requestOn(socket) && socket.writableLength === 0;
    if (!isAnswerInTheMaking) socket.destroy();
  });
  const upgraded = new WeakSet<Socket>();
  server.on('upgrade', ({ socket }) => upgraded.add(socket));
  const waitOf = (socket: Socket): Wait => {
    if (upgraded.has(socket)) return 'upgraded';
    const request = requestOn(socket);
    if (!request) return 'idle';
    return request.complete && socket.writableLength === 0 ? 'answer' : 'slow';
  };
  boundConnections(server, maxPerAddress, waitOf);
  return server.listen(port, hostname);
}

/** Node passes on every request it has read, even ones sent before the previous answer. */
function oneAtATime(answer: ReturnType<typeof getRequestListener>) {
  type Exchange = Parameters<RequestListener>;
  const underWay = new WeakMap<Socket, { request: IncomingMessage; waiting: Exchange[] }>();

  const listener: RequestListener = (incoming, outgoing) => {
    const { socket } = incoming;
    const waiting = underWay.get(socket)?.waiting;
    if (!waiting) begin(socket, [], [incoming, outgoing]);
    else if (waiting.length < MAX_SENT_AHEAD) waiting.push([incoming, outgoing]);
    else socket.destroy();
  };

  function begin(socket: Socket, waiting: Exchange[], [incoming, outgoing]: Exchange): void {
    underWay.set(socket, { request: incoming, waiting });
    outgoing.once('close', () => {
      const next = waiting.shift();
      // After a connection's last answer, or its end, there is no one left to answer.
      if (next && socket.writable) begin(socket, waiting, next);
      else underWay.delete(socket);
    });
    void answer(incoming, outgoing);
  }

  return { listener, requestOn: (socket: Socket) => underWay.get(socket)?.request };
}
