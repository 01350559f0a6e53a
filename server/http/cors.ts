import type { MiddlewareHandler } from 'hono';
import type { Settings } from '../settings/settings.ts';
import { outgoingOf } from './outgoing.ts';

const ALLOW_METHODS = 'GET,HEAD,POST,PUT,PATCH,DELETE,OPTIONS';
const ALLOW_HEADERS = [
  'authorization',
  'apikey',
  'content-type',
  'accept',
  'prefer',
  'range',
  'range-unit',
  'accept-profile',
  'content-profile',
  'x-client-info',
  'x-supabase-api-version',
  'x-client-timezone',
  'idempotency-key',
  'x-background',
  'x-retry-count',
  'x-upsert',
  'x-metadata',
  'cache-control',
].join(',');
const EXPOSE_HEADERS = 'content-range,location,preference-applied,retry-after,x-supabase-api-version';

/** The portal has our own origin and needs none of this. The clinic lists other origins. */
export function cors({ siteUrl, corsOrigins }: Settings): MiddlewareHandler {
  const origins = new Set([new URL(siteUrl).origin, ...corsOrigins]);
  return async (context, next) => {
    const outgoing = outgoingOf(context);
    const origin = context.req.header('origin');
    outgoing?.setHeader('Vary', 'Origin');
    if (origin !== undefined && origins.has(origin)) {
      outgoing?.setHeader('Access-Control-Allow-Origin', origin);
      outgoing?.setHeader('Access-Control-Expose-Headers', EXPOSE_HEADERS);
    }
    if (context.req.method !== 'OPTIONS') return next();
    return context.body(null, 204, {
      Vary: 'Origin, Access-Control-Request-Headers',
      'Access-Control-Max-Age': '3600',
      'Access-Control-Allow-Methods': ALLOW_METHODS,
      'Access-Control-Allow-Headers': ALLOW_HEADERS,
    });
  };
}
