import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Metrics } from '../metrics/metrics.ts';
import type { Services } from '../services.ts';
import { outgoingOf } from './outgoing.ts';

const REQUEST_ID = 'X-Request-Id';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** What nginx writes for a client that did not wait. */
const GONE = 499;
/** A load balancer's check, which no one waits for. */
const HEALTH = '/health';

/**
 * Gives every request an id, counts it, and if the clinic wants it logs a line: the route's pattern, never
 * the path itself, which may name a person's file, nor its parameters.
 */
export function observeRequests({ settings, log, outages }: Services, metrics: Metrics): MiddlewareHandler {
  return (context, next) => {
    const outgoing = outgoingOf(context);
    if (!outgoing) return next(); // a call from inside belongs to the request that made it
    const begun = performance.now();
    const id = randomUUID();
    outgoing.setHeader(REQUEST_ID, id);
    outgoing.once('close', () => {
      const method = METHODS.has(context.req.method) ? context.req.method : 'OTHER';
      const [route, status] = [routePath(context), outgoing.headersSent ? outgoing.statusCode : GONE];
      const ms = performance.now() - begun;
      metrics.observe({ method, route, status, seconds: ms / 1000 });
      if (status === 503 && route !== HEALTH) outages.countRefused();
      if (settings.logRequests) log('request', { id, method, route, status, ms: Math.round(ms * 10) / 10 });
    });
    return next();
  };
}

/** The id that the caller got, so that the lines about one request can be found together. */
export const requestIdOf = (context: Context): string | null => {
  const id = outgoingOf(context)?.getHeader(REQUEST_ID);
  return typeof id === 'string' ? id : null;
};
