import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * Node's own response object, because setting headers there costs the least. A header set on a route's
 * Response wins. Internal calls have no such object and don't need these headers.
 */
export const outgoingOf = (context: Context): HttpBindings['outgoing'] | undefined =>
  (context.env as Partial<HttpBindings> | undefined)?.outgoing;

/** Calls back when the answer is sent, or when its client is gone. */
export function onceClosed(context: Context, done: () => void): void {
  const outgoing = outgoingOf(context);
  // A client that left earlier isn't reported again.
  if (!outgoing || outgoing.destroyed) done();
  else outgoing.once('close', done);
}

const closings = new WeakMap<Socket, AbortSignal>();

/**
 * Aborts when the client's connection closes. All requests on a connection share one signal: of many
 * pipelined ones, Node only tells the first that the client has gone.
 */
export function connectionSignal(context: Context): AbortSignal | undefined {
  const socket = (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket;
  if (!socket) return undefined;
  const known = closings.get(socket);
  if (known) return known;
  const closed = new AbortController();
  const abort = () => closed.abort(new Error('aborted'));
  if (socket.destroyed) abort();
  else socket.once('close', abort);
  closings.set(socket, closed.signal);
  return closed.signal;
}
