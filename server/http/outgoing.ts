import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * Node's own answer, where headers cost the least; a header that a route sets on its Response comes over one set here.
 * A call from inside the server has none, and needs none of what is written there.
 */
export const outgoingOf = (context: Context): HttpBindings['outgoing'] | undefined =>
  (context.env as Partial<HttpBindings> | undefined)?.outgoing;

/** Calls back when the answer has gone, or the one who waited for it has. */
export function onceClosed(context: Context, done: () => void): void {
  const outgoing = outgoingOf(context);
  // Whoever has gone already is never said to go.
  if (!outgoing || outgoing.destroyed) done();
  else outgoing.once('close', done);
}
