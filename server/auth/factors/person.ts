import type { Context } from 'hono';
import * as z from 'zod';
import type { Query, Row } from '../../database/query-types.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { userOfSession } from '../sessions.ts';
import type { User } from '../users.ts';

/** The person acting on their factors, and their session. */
export type Person = { user: User; sessionId: string; aal: string };

export type Factor = Row & {
  id: string;
  status: 'unverified' | 'verified';
  secret: string;
  /** Tied to the person by a setup code. */
  is_counted: boolean;
  is_of_other_session: boolean;
};

/** SQL for a factor's row: another live session raised itself with it. $1 is the caller's session. */
export const IS_OF_OTHER_SESSION = `exists (
  select from portal_server.factor_sessions as owner join auth.sessions on sessions.id = owner.session_id
  where owner.factor_id = factor.id and sessions.id <> $1 and coalesce(sessions.not_after > now(), true))`;

/**
 * Handles one person's factor requests one after another: their row is locked, so that of many concurrent
 * tries each sees what the one before left. A refusal that is returned, not thrown, is committed with its
 * count.
 */
export async function asPerson<Done>(
  { database, identify }: Services,
  context: Context,
  work: (query: Query, person: Person) => Promise<Done | Problem>,
): Promise<Done> {
  const caller = await identify(context.req.raw.headers);
  const outcome = await database.inShare(caller, () =>
    database.transaction(async (query) => {
      // Before anything is read: reads after the wait must see what the previous request wrote.
      await query('select from auth.users where id = $1 for no key update', [caller.userId]);
      const { rows } = await query<{ id: string; aal: string }>(
        `select id, coalesce(aal::text, 'aal1') as aal from auth.sessions where id = $1 for update`,
        [caller.sessionId],
      );
      const user = await userOfSession(query, caller);
      return work(query, { user, sessionId: rows[0]!.id, aal: rows[0]!.aal });
    }),
  );
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}

/**
 * Another person's factor gets the same answer as one that never existed, and so does one that another session is setting up.
 * Otherwise anyone who reads the person's email could lock it or remove it.
 */
export async function ownFactor(query: Query, { user, sessionId }: Person, id: string): Promise<Factor> {
  if (!z.guid().safeParse(id).success) {
    throw new Problem(404, 'validation_failed', 'factor_id must be an UUID');
  }
  const { rows } = await query<Factor>(
    `select id, status, secret, ${IS_OF_OTHER_SESSION} as is_of_other_session,
       exists (select from public.care_team where factor_id = factor.id) as is_counted
     from auth.mfa_factors as factor where id = $2 and user_id = $3 and factor_type = 'totp'`,
    [sessionId, id, user.id],
  );
  const [factor] = rows;
  if (factor && !(factor.status === 'unverified' && factor.is_of_other_session)) return factor;
  throw new Problem(404, 'mfa_factor_not_found', 'Factor not found');
}
