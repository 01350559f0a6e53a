import type { MiddlewareHandler } from 'hono';
import { scaled, type Limit } from '../supabase/functions/_shared/limits.ts';
import { createPastLimits } from '../supabase/functions/_shared/past-limits.ts';
import { visitor } from './database/shares.ts';
import { clientAddress } from './http/client-address.ts';
import { Problem } from './http/problem.ts';
import type { Services } from './services.ts';

/**
 * Counts every request against its client's address, in the database, so that all servers count together.
 * A clinic or a test may scale these limits; those on e-mail addresses are fixed.
 */
export function limitPerClient({ database, settings }: Services, limit: Limit): MiddlewareHandler {
  const { name, most, seconds } = scaled(limit, settings);
  const pastLimits = createPastLimits();

  async function take(client: string): Promise<number> {
    const { rows } = await database.inShare(visitor(client), () =>
      database.query<{ wait: number }>('select public.take_from_limit($1, $2, $3) as wait', [
        `${name}:${client}`,
        most,
        seconds,
      ]),
    );
    return rows[0]!.wait;
  }

  return async (context, next) => {
    const client = clientAddress(context, settings.trustProxy);
    const wait = await pastLimits.waitOf(client, () => take(client));
    if (wait > 0) throw tooManyRequests(wait);
    await next();
  };
}

export const tooManyRequests = (wait: number) =>
  new Problem(429, 'over_request_rate_limit', 'Request rate limit reached', wait);
