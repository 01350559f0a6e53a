import type { Context, MiddlewareHandler } from 'hono';
import { scaled, type Limit } from '../supabase/functions/_shared/request/limits.ts';
import { createPastLimits } from '../supabase/functions/_shared/request/past-limits.ts';
import type { Caller } from './database/query-types.ts';
import { signingIn } from './database/shares.ts';
import { behalfIn } from './http/inside.ts';
import { Problem } from './http/problem.ts';
import type { Services } from './services.ts';

/**
 * A request counts against the person who is signed in, otherwise against the address. So visitors on the
 * same network can't use up a patient's limit.
 */
const payerOf: PayerOf = ({ userId }, address) => userId ?? address;
type PayerOf = (caller: Pick<Caller, 'userId' | 'sessionId'>, address: string) => string;

/** For calls where someone with access to a person's mailbox could use up the owner's limit. */
export const paidBySession: PayerOf = ({ sessionId }, address) => sessionId ?? address;

/** Counts every request, and refuses those past the limit. */
export function limitPerClient(
  services: Services,
  limit: Limit,
  payer: PayerOf = payerOf,
): MiddlewareHandler {
  const secondsToWait = countPerClient(services, limit, payer);
  return async (context, next) => {
    const wait = await secondsToWait(context);
    if (wait > 0) throw tooManyRequests(wait);
    await next();
  };
}

/**
 * Counts every request against the person, or else the address, and returns the seconds to wait. It counts in
 * the database, so that all servers share one count. A clinic or a test may scale these limits; those for
 * email addresses are fixed.
 */
export function countPerClient(
  { database, settings, identify }: Services,
  limit: Limit,
  payer: PayerOf = payerOf,
): (context: Context) => Promise<number> {
  const { name, max, seconds } = scaled(limit, settings);
  const pastLimits = createPastLimits();

  async function take(caller: Caller, address: string): Promise<number> {
    const asker = caller.userId === null ? signingIn(address) : caller;
    const { rows } = await database.inShare(asker, () =>
      database.query<{ wait: number }>('select public.take_from_limit($1, $2, $3) as wait', [
        `${name}:${payer(caller, address)}`,
        max,
        seconds,
      ]),
    );
    return rows[0]!.wait;
  }

  return async (context) => {
    const caller = await identify(context.req.raw.headers);
    const address = behalfIn(context, settings.trustProxy).client;
    return pastLimits.waitOf(payer(caller, address), () => take(caller, address));
  };
}

export const tooManyRequests = (wait: number) =>
  new Problem(429, 'over_request_rate_limit', 'Request rate limit reached', wait);
