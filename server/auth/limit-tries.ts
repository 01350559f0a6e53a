import type { MiddlewareHandler } from 'hono';
import * as z from 'zod';
import { Email } from '../../domain/contracts/fields/email.ts';
import { signingIn } from '../database/shares.ts';
import { jsonBody } from '../http/body.ts';
import { clientAddress } from '../http/client-address.ts';
import { countPerClient, tooManyRequests } from '../limits.ts';
import type { Services } from '../services.ts';
import { clientHash, CODE_MINUTES } from './codes.ts';

// Guessing is stopped per email address; this only keeps one client from overloading the server.
const TRIES = { name: 'verify-client', max: 300, seconds: 300 };

const Addressed = z.object({ email: Email });

/**
 * Limits the codes that a client submits. Past the limit, codes requested on the same network are still
 * checked, so that strangers there do not keep out a patient with the right one; each such code has its own
 * five tries. A wrong one is refused like all others, or the answer would reveal who has a code.
 */
export function limitTries(services: Services): MiddlewareHandler {
  const secondsToWait = countPerClient(services, TRIES);
  return async (context, next) => {
    const wait = await secondsToWait(context);
    if (wait === 0) return next();
    const body = Addressed.safeParse(await jsonBody(context));
    const client = clientAddress(context, services.settings.trustProxy);
    if (!body.success || !(await wasAskedForBy(services, client, body.data.email)))
      throw tooManyRequests(wait);
    await next();
    if (context.res.status >= 400 && context.res.status < 500) throw tooManyRequests(wait);
  };
}

async function wasAskedForBy({ database, keys }: Services, client: string, email: string): Promise<boolean> {
  const { rows } = await database.inShare(signingIn(client), () =>
    database.query<{ is_here: boolean }>(
      `select exists (
           select from portal_server.sign_in_codes
           where email = $1 and asked_by = $2 and code_hash is not null and expires_at > now())
         or exists (
           select from auth.users join portal_server.email_change_guesses on user_id = id
           where (email = $1 or email_change = $1) and email_change <> '' and asked_by = $2
             and email_change_sent_at > now() - make_interval(mins => $3)) as is_here`,
      [email, clientHash(keys, client), CODE_MINUTES],
    ),
  );
  return rows[0]!.is_here;
}
