import type { Query } from '../database/query-types.ts';
import { renewal } from '../database/shares.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { newNonce, nonceOf, sessionIn } from './refresh-token.ts';
import { ASSURANCE_COLUMNS, MAX_DAYS, REST_DAYS, type Assurance, type Session } from './sessions.ts';
import { USER_COLUMNS, type User } from './users.ts';

// Tabs of one browser share a session and may refresh together, each with the token it read before the
// others' response.
const TABS_AGREE_WITHIN_SECONDS = 10;
/**
 * The maximum within those seconds. Past it, the current token is returned again, because only a program asks
 * that often.
 */
const MAX_ROTATIONS = 5;

type Family = User &
  Assurance & {
    session_id: string;
    current: string;
    is_alive: boolean;
    is_current: boolean;
    was_just_rotated: boolean;
    rotations: number;
  };

/**
 * Exchanges a refresh token for the family's current one; a token that was rotated away earlier ends the
 * whole family.
 */
export async function rotate(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  ended: EndedSessions,
  refreshToken: string,
): Promise<Session> {
  const nonce = nonceOf(keys, refreshToken);
  if (!nonce) throw notFound();
  const session = sessionIn(nonce) ?? nonce;
  if (ended.has(session)) throw notFound();
  const outcome = await database.inShare(renewal(session), () =>
    database.transaction((query) => rotateIn(query, nonce)),
  );
  if (!(outcome instanceof Problem)) return outcome;
  ended.add(session);
  throw outcome;
}

/** The refusals are results of the transaction, not errors in it: ending the session must be committed. */
async function rotateIn(query: Query, nonce: string): Promise<Session | Problem> {
  const family = await lockFamily(query, nonce);
  if (!family) return notFound();
  const refusal = refusalOf(family);
  if (refusal) {
    await query('delete from auth.sessions where id = $1', [family.session_id]);
    return refusal;
  }
  const isReplaced = family.is_current && family.rotations < MAX_ROTATIONS;
  const { session_id: id, aal, amr } = family;
  const current = isReplaced ? await replaceToken(query, id, nonce) : family.current;
  return { id, aal, amr, nonce: current, user: family };
}

/** A token of ours that is no longer stored was rotated away long ago: neither current nor just rotated. */
async function lockFamily(query: Query, nonce: string): Promise<Family | undefined> {
  const sessionId = sessionIn(nonce);
  // A separate statement: reads after the wait must see what the tab before this one wrote.
  const { rows: locked } = await query<{ id: string }>(
    `select id from auth.sessions
     where id = coalesce($2, (select session_id from auth.refresh_tokens where token = $1)) for update`,
    [nonce, sessionId],
  );
  if (!locked[0]) return undefined;
  const { rows } = await query<Family>(
    `select ${USER_COLUMNS}, ${ASSURANCE_COLUMNS}, sessions.id as session_id,
       coalesce(sessions.not_after > now(), true) as is_alive,
       coalesce(not brought.revoked, false) as is_current,
       coalesce(brought.updated_at > now() - make_interval(secs => $3), false) as was_just_rotated,
       current.token as current,
       (select count(*)::integer from auth.refresh_tokens rotated where rotated.session_id = sessions.id
         and rotated.revoked and rotated.updated_at > now() - make_interval(secs => $3)) as rotations
     from auth.sessions
     join auth.users on users.id = sessions.user_id
     join auth.refresh_tokens current on current.session_id = sessions.id and not current.revoked
     left join auth.refresh_tokens brought on brought.session_id = sessions.id and brought.token = $2
     where sessions.id = $1`,
    [locked[0].id, nonce, TABS_AGREE_WITHIN_SECONDS],
  );
  return rows[0];
}

function refusalOf(family: Family): Problem | null {
  if (!family.is_alive) {
    return new Problem(400, 'session_expired', 'Invalid Refresh Token: Session Expired');
  }
  if (family.is_current || family.was_just_rotated) return null;
  return new Problem(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
}

/** The caller has locked the session's row, and passes its current token. */
export async function replaceToken(query: Query, sessionId: string, nonce: string): Promise<string> {
  const next = newNonce(sessionId);
  await query('update auth.refresh_tokens set revoked = true, updated_at = now() where token = $1', [nonce]);
  await query(
    `insert into auth.refresh_tokens (token, parent, user_id, session_id)
     select $2, token, user_id, session_id from auth.refresh_tokens where token = $1`,
    [nonce, next],
  );
  await query(
    `update auth.sessions set refreshed_at = now(), updated_at = now(),
       not_after = least(created_at + make_interval(days => $2), now() + make_interval(days => $3))
     where id = $1`,
    [sessionId, MAX_DAYS, REST_DAYS],
  );
  await forgetRotated(query, sessionId);
  return next;
}

/**
 * Ends the grace period of already rotated tokens: using one ends the session. Called when the session
 * becomes worth more than when they got it.
 */
export async function endGrace(query: Query, sessionId: string): Promise<void> {
  await query(`update auth.refresh_tokens set updated_at = 'epoch' where session_id = $1 and revoked`, [
    sessionId,
  ]);
  await forgetRotated(query, sessionId);
}

/** Tokens without a session are stored, because nothing else would prove that they were ever valid. */
async function forgetRotated(query: Query, sessionId: string): Promise<void> {
  await query(
    `delete from auth.refresh_tokens where session_id = $1 and revoked
       and updated_at <= now() - make_interval(secs => $2) and length(token) > 22`,
    [sessionId, TABS_AGREE_WITHIN_SECONDS],
  );
}

const notFound = () =>
  new Problem(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
