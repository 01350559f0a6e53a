import type { MiddlewareHandler } from 'hono';
import { scaled, type Limit } from '../supabase/functions/_shared/limits.ts';
import { clientAddress } from './http/client-address.ts';
import { Problem } from './http/problem.ts';
import type { Services } from './services.ts';

/**
 * Counts every request against its client's address, in the database, so that all servers count together.
 * A clinic or a test may scale these limits; those on e-mail addresses are fixed.
 */
export function limitPerClient({ database, settings }: Services, limit: Limit): MiddlewareHandler {
  const { name, most, seconds } = scaled(limit, settings);
  return async (context, next) => {
    const { rows } = await database.query<{ wait: number }>(
      'select public.take_from_limit($1, $2, $3) as wait',
      [`${name}:${clientAddress(context, settings.trustProxy)}`, most, seconds],
    );
    const wait = rows[0]!.wait;
    if (wait > 0) throw tooManyRequests(wait);
    await next();
  };
}

export const tooManyRequests = (wait: number) =>
  new Problem(429, 'over_request_rate_limit', 'Request rate limit reached', wait);
