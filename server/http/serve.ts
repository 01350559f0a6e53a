import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

/** Browsers and proxies send none ahead. Each that waits costs many times what it took to send. */
const MAX_SENT_AHEAD = 16;
/** Of an answer that is being taken, however slowly, something goes out in every such time. */
const UNREAD_TIMEOUT_MS = 60_000;

type Choices = { port: number; hostname: string; unreadTimeoutMs?: number };

/**
 * Serves the app. A connection has one request under way, so that it holds one answer, and one file, at most; when
 * nothing of its answer is taken for a while it ends.
 */
export function serveHttp(
  { fetch }: Pick<Hono, 'fetch'>,
  { port, hostname, unreadTimeoutMs = UNREAD_TIMEOUT_MS }: Choices,
): Server {
  const { listener, isBusy } = oneAtATime(getRequestListener(fetch, { hostname }));
  const server = createServer(listener);
  server.setTimeout(unreadTimeoutMs, (socket) => {
    const isAnswerInTheMaking = isBusy(socket) && socket.writableLength === 0;
    if (!isAnswerInTheMaking) socket.destroy();
  });
  return server.listen(port, hostname);
}

/** Node hands over every request that it has read, also those that were sent before an answer was there. */
function oneAtATime(answer: ReturnType<typeof getRequestListener>) {
  type Exchange = Parameters<RequestListener>;
  const sentAhead = new WeakMap<Socket, Exchange[]>();

  const listener: RequestListener = (incoming, outgoing) => {
    const { socket } = incoming;
    const waiting = sentAhead.get(socket);
    if (!waiting) begin(socket, [], [incoming, outgoing]);
    else if (waiting.length < MAX_SENT_AHEAD) waiting.push([incoming, outgoing]);
    else socket.destroy();
  };

  function begin(socket: Socket, waiting: Exchange[], [incoming, outgoing]: Exchange): void {
    sentAhead.set(socket, waiting);
    outgoing.once('close', () => {
      const next = waiting.shift();
      // After the last answer of a connection, or its end, nobody is left to answer.
      if (next && socket.writable) begin(socket, waiting, next);
      else sentAhead.delete(socket);
    });
    void answer(incoming, outgoing);
  }

  return { listener, isBusy: (socket: Socket) => sentAhead.has(socket) };
}
