import * as z from 'zod';
import type { Keys } from '../auth/keys.ts';
import type { Caller } from '../database/database.ts';
import { Problem } from './problem.ts';

const KeyClaims = z.looseObject({ role: z.enum(['anon', 'service_role']), exp: z.number() });
const UserClaims = z.looseObject({
  role: z.literal('authenticated'),
  aud: z.literal('authenticated'),
  sub: z.guid(),
  session_id: z.guid(),
  exp: z.number(),
});

type Remembered = { caller: Caller; expires: number };
const MOST_REMEMBERED = 5_000;

/**
 * Who signed this request's credential. A request without one, or with a bad one, is refused, never taken as anonymous.
 * Whether the session still stands is the database's to say, in the same round trip as the work itself.
 */
export function createIdentify(keys: Keys, now: () => Date) {
  // Checking a signature twice proves nothing new; a token's meaning cannot change.
  const remembered = new Map<string, Remembered>();

  async function callerOf(token: string): Promise<Caller> {
    const known = remembered.get(token);
    if (known && known.expires > now().getTime()) return known.caller;
    remembered.delete(token);
    const payload = await keys.verify(token).catch(() => {
      throw new Problem(401, 'bad_jwt', 'Invalid or expired credential');
    });
    const claims = z.union([UserClaims, KeyClaims]).safeParse(payload);
    if (!claims.success) throw new Problem(401, 'bad_jwt', 'Invalid credential');
    const expires = claims.data.exp * 1000;
    if (expires <= now().getTime()) throw new Problem(401, 'bad_jwt', 'Invalid or expired credential');
    const caller: Caller = {
      role: claims.data.role,
      claims: JSON.stringify(payload),
      userId: claims.data.role === 'authenticated' ? claims.data.sub : null,
      sessionId: claims.data.role === 'authenticated' ? claims.data.session_id : null,
    };
    if (remembered.size >= MOST_REMEMBERED) remembered.delete(remembered.keys().next().value!);
    remembered.set(token, { caller, expires });
    return caller;
  }

  return async function identify(headers: Pick<Headers, 'get'>): Promise<Caller> {
    const authorization = headers.get('authorization');
    const apikey = headers.get('apikey');
    if (authorization === null && apikey === null) {
      throw new Problem(401, 'no_authorization', 'No API key found in request');
    }
    // Both are looked at, so that a good bearer does not carry a bad key through.
    const key = apikey === null ? null : await callerOf(apikey);
    if (key?.role === 'authenticated') throw new Problem(401, 'bad_jwt', 'Invalid API key');
    if (authorization === null) return key!;
    const bearer = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization)?.[1];
    if (!bearer) throw new Problem(401, 'bad_jwt', 'Malformed Authorization header');
    return callerOf(bearer);
  };
}

export type Identify = ReturnType<typeof createIdentify>;
