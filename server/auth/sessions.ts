import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Caller, Query } from '../database/query-types.ts';
import { assuranceIn } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import { newNonce } from './refresh-token.ts';
import { IS_INVITED, USER_COLUMNS, type User } from './users.ts';

/** How and when a session was verified, newest first, and its level: GoTrue's claims. */
export type Assurance = { aal: string; amr: { method: string; timestamp: number }[] };
export type Session = Assurance & { id: string; nonce: string; user: User };

/** Sessions from before the methods were stored were all opened with an emailed code. */
export const ASSURANCE_COLUMNS = `coalesce(sessions.aal::text, 'aal1') as aal,
  coalesce(
    (select json_agg(json_build_object('method', authentication_method,
         'timestamp', extract(epoch from claim.updated_at)::integer) order by claim.updated_at desc)
     from auth.mfa_amr_claims claim where claim.session_id = sessions.id),
    json_build_array(json_build_object('method', 'otp', 'timestamp', extract(epoch from sessions.created_at)::integer))
  ) as amr`;

// Treatment has pauses of a week or two, and a phone may be lost or passed on: a session idle for two weeks
// ends, and after a quarter, about one treatment, everyone verifies their address again.
export const REST_DAYS = 14;
export const MAX_DAYS = 90;

/** Far more devices and browsers than anyone has; only a program signs in this often. */
export const MAX_SESSIONS = 20;

/**
 * At the maximum, the session idle longest ends, but never one with the second factor, because this one has
 * none. The caller has locked the user's row.
 */
export async function openSession(
  query: Query,
  user: User,
  method: 'otp' | 'passkey' = 'otp',
): Promise<Session> {
  const id = randomUUID();
  const nonce = newNonce(id);
  const { rows } = await query<{ signed_in_at: number }>(
    `with ended as (
       delete from auth.sessions where id in (
         select id from auth.sessions where user_id = $1 and aal is distinct from 'aal2'
         order by coalesce(refreshed_at, created_at) desc, id offset $4 - 1
       )
     ), opened as (
       insert into auth.sessions (id, user_id, refreshed_at, not_after, aal)
       values ($5, $1, now(), now() + make_interval(days => $3), 'aal1') returning id, user_id
     ), proved as (
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       select gen_random_uuid(), id, now(), now(), $6 from opened
     )
     insert into auth.refresh_tokens (token, user_id, session_id)
     select $2, user_id::text, id from opened
     returning extract(epoch from created_at)::integer as signed_in_at`,
    [user.id, nonce, REST_DAYS, MAX_SESSIONS, id, method],
  );
  return { id, aal: 'aal1', amr: [{ method, timestamp: rows[0]!.signed_in_at }], nonce, user };
}

/** The user of a bearer credential with a live session and a valid invitation. */
export const signedInUser = (database: Database, caller: Caller): Promise<User> =>
  database.inShare(caller, () => userOfSession(database.query, caller));

export async function userOfSession(query: Query, caller: Caller): Promise<User> {
  if (caller.role !== 'authenticated') {
    throw new Problem(401, 'bad_jwt', 'invalid claim: missing sub claim');
  }
  const { rows } = await query<User>(
    `select ${USER_COLUMNS} from auth.users join auth.sessions on sessions.user_id = users.id
     where users.id = $1 and sessions.id = $2 and coalesce(sessions.not_after > now(), true) and ${IS_INVITED}`,
    [caller.userId, caller.sessionId],
  );
  if (rows[0]) return rows[0];
  throw new Problem(401, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

const SCOPES = new Set(['global', 'local', 'others']);

/**
 * Signing out deletes the sessions, which every call checks, so it takes effect right away. Without the second factor, a team
 * member ends only their own session: otherwise anyone who reads their email could keep them out.
 */
export async function endSessions(database: Database, caller: Caller, scope: string): Promise<void> {
  if (!SCOPES.has(scope)) {
    throw new Problem(400, 'validation_failed', `Unsupported logout scope "${scope}"`);
  }
  await database.inShare(caller, () =>
    database.query(
      `delete from auth.sessions
       where user_id = $1 and case $3 when 'local' then id = $2 when 'others' then id <> $2 else true end
         and (id = $2 or not private.is_of_care_team($1)
           or $4 and exists (select from auth.sessions as own where own.id = $2 and own.aal = 'aal2'))`,
      [caller.userId, caller.sessionId, scope, assuranceIn(caller) === 'aal2'],
    ),
  );
}
