import { randomUUID } from 'node:crypto';
import type { Database } from '../database/database.ts';
import type { Caller, Query } from '../database/query-types.ts';
import { Problem } from '../http/problem.ts';
import { newNonce } from './refresh-token.ts';
import { IS_INVITED, USER_COLUMNS, type User } from './users.ts';

export type Session = { id: string; signedInAt: number; nonce: string; user: User };

// Treatment has pauses of a week or two, and a phone may be lost or passed on: a session that rests for two weeks ends,
// and after a quarter, about one treatment, everybody proves their address again.
export const REST_DAYS = 14;
export const MAX_DAYS = 90;

/** Far more devices and browsers than anybody has; only a program signs in this often. */
export const MAX_SESSIONS = 20;

/** Where somebody has as many as they may, the session that rested longest ends. Whoever calls this holds the user's row. */
export async function openSession(query: Query, user: User): Promise<Session> {
  const id = randomUUID();
  const nonce = newNonce(id);
  const { rows } = await query<{ signed_in_at: number }>(
    `with ended as (
       delete from auth.sessions where id in (
         select id from auth.sessions where user_id = $1
         order by coalesce(refreshed_at, created_at) desc, id offset $4 - 1
       )
     ), opened as (
       insert into auth.sessions (id, user_id, refreshed_at, not_after)
       values ($5, $1, now(), now() + make_interval(days => $3)) returning id, user_id
     )
     insert into auth.refresh_tokens (token, user_id, session_id)
     select $2, user_id::text, id from opened
     returning extract(epoch from created_at)::integer as signed_in_at`,
    [user.id, nonce, REST_DAYS, MAX_SESSIONS, id],
  );
  return { id, signedInAt: rows[0]!.signed_in_at, nonce, user };
}

/** The user behind a bearer credential whose session stands and whose invitation was not taken back. */
export async function signedInUser(database: Database, caller: Caller): Promise<User> {
  if (caller.role !== 'authenticated') {
    throw new Problem(401, 'bad_jwt', 'invalid claim: missing sub claim');
  }
  const { rows } = await database.inShare(caller, () =>
    database.query<User>(
      `select ${USER_COLUMNS} from auth.users join auth.sessions on sessions.user_id = users.id
       where users.id = $1 and sessions.id = $2 and coalesce(sessions.not_after > now(), true) and ${IS_INVITED}`,
      [caller.userId, caller.sessionId],
    ),
  );
  if (rows[0]) return rows[0];
  throw new Problem(401, 'session_not_found', 'Session from session_id claim in JWT does not exist');
}

const SCOPES = new Set(['global', 'local', 'others']);

/** Signing out removes the sessions themselves, which every call looks for: final at once. */
export async function endSessions(database: Database, caller: Caller, scope: string): Promise<void> {
  if (!SCOPES.has(scope)) {
    throw new Problem(400, 'validation_failed', `Unsupported logout scope "${scope}"`);
  }
  await database.inShare(caller, () =>
    database.query(
      `delete from auth.sessions
       where user_id = $1 and case $3 when 'local' then id = $2 when 'others' then id <> $2 else true end`,
      [caller.userId, caller.sessionId, scope],
    ),
  );
}
