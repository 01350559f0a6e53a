import { cors as allowOrigins } from 'hono/cors';
import type { Settings } from '../settings.ts';

/** The portal is of our own origin and needs none of this; other origins are those the clinic names. */
export const cors = ({ siteUrl, corsOrigins }: Settings) =>
  allowOrigins({
    origin: [new URL(siteUrl).origin, ...corsOrigins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'],
    allowHeaders: [
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
      'x-retry-count',
    ],
    exposeHeaders: [
      'content-range',
      'location',
      'preference-applied',
      'retry-after',
      'x-supabase-api-version',
    ],
    maxAge: 3600,
  });
