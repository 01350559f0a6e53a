import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/**
 * Node's own answer, where headers cost the least; a header that a route sets on its Response comes over one set here.
 * A call from inside the server has none, and needs none of what is written there.
 */
export const outgoingOf = (context: Context): HttpBindings['outgoing'] | undefined =>
  (context.env as Partial<HttpBindings> | undefined)?.outgoing;
