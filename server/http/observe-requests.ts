import { randomUUID } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Metrics } from '../metrics/metrics.ts';
import type { Services } from '../services.ts';
import { outgoingOf } from './outgoing.ts';

const REQUEST_ID = 'X-Request-Id';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** The status nginx logs for a client that didn't wait. */
const GONE = 499;
/** A load balancer's check, which no one waits for. */
const HEALTH = '/health';

/**
 * Gives every request an id and counts it. If the clinic wants, it also logs a line with the route's pattern,
 * never with the path or its parameters, because those may name a person's file.
 */
export function observeRequests({ settings, log, outages }: Services, metrics: Metrics): MiddlewareHandler {
  return (context, next) => {
    const outgoing = outgoingOf(context);
    if (!outgoing) return next(); // an internal call belongs to the request that made it
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

/** The id the client got, so that all lines about one request can be found. */
export const requestIdOf = (context: Context): string | null => {
  const id = outgoingOf(context)?.getHeader(REQUEST_ID);
  return typeof id === 'string' ? id : null;
};
