import * as z from 'zod';
import { callerFrom } from '../../supabase/functions/_shared/request/credentials.ts';
import type { Keys } from '../auth/keys.ts';
import type { Caller } from '../database/query-types.ts';
import { Problem } from './problem.ts';

const KeyClaims = z.looseObject({ role: z.enum(['anon', 'service_role']), exp: z.number() });
const UserClaims = z.looseObject({
  role: z.literal('authenticated'),
  aud: z.literal('authenticated'),
  sub: z.guid(),
  session_id: z.guid(),
  exp: z.number(),
});

type Cached = { caller: Caller; expires: number };
const MAX_CACHED = 5_000;

/**
 * The signer of this request's credential. The database checks in the same round trip as the work whether the
 * session is still valid.
 */
export function createIdentify(keys: Keys, now: () => Date) {
  // Checking a signature twice proves nothing new; a token's meaning cannot change.
  const cache = new Map<string, Cached>();

  async function callerOf(token: string): Promise<Caller> {
    const known = cache.get(token);
    if (known && known.expires > now().getTime()) return known.caller;
    cache.delete(token);
    const payload = await keys.verify(token).catch(() => {
      throw new Problem(401, 'bad_jwt', 'Invalid or expired credential');
    });
    const claims = z.union([UserClaims, KeyClaims]).safeParse(payload);
    if (!claims.success) throw new Problem(401, 'bad_jwt', 'Invalid credential');
    const expires = claims.data.exp * 1000;
    if (expires <= now().getTime()) throw new Problem(401, 'bad_jwt', 'Invalid or expired credential');
    const { call_id: call, call_sequence: sequence } = claims.data;
    const guest = payload['guest_id'];
    const caller: Caller = {
      role: claims.data.role,
      claims: JSON.stringify(payload),
      userId: claims.data.role === 'authenticated' ? claims.data.sub : null,
      sessionId: claims.data.role === 'authenticated' ? claims.data.session_id : null,
      ...(typeof call === 'string' && { callId: `${call} ${String(sequence)}` }),
      ...(typeof guest === 'string' && { callId: `guest ${guest}` }),
    };
    if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!);
    cache.set(token, { caller, expires });
    return caller;
  }

  return (headers: Pick<Headers, 'get'>): Promise<Caller> =>
    callerFrom<Caller>(headers, {
      byKey: async (key) => {
        const holder = await callerOf(key);
        if (holder.role === 'authenticated') throw new Problem(401, 'bad_jwt', 'Invalid API key');
        return holder;
      },
      byBearer: callerOf,
      refusal: (code, message) => new Problem(401, code, message),
    });
}

/** How its holder had signed in when this token was created. */
export function assuranceIn({ claims }: Pick<Caller, 'claims'>): string | null {
  const { aal } = JSON.parse(claims) as { aal?: unknown };
  return typeof aal === 'string' ? aal : null;
}

export type Identify = ReturnType<typeof createIdentify>;
