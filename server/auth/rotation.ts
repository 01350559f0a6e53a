import type { Query } from '../database/query-types.ts';
import { visitor } from '../database/shares.ts';
import { Problem } from '../http/problem.ts';
import type { Services } from '../services.ts';
import { newNonce, nonceOf } from './refresh-token.ts';
import { MAX_DAYS, REST_DAYS, type Session } from './sessions.ts';
import { USER_COLUMNS, type User } from './users.ts';

// Tabs of one browser share a session and may refresh together, each with the token it read before the others' answer.
const TABS_AGREE_WITHIN_SECONDS = 10;

type Family = User & {
  session_id: string;
  signed_in_at: number;
  current: string;
  is_alive: boolean;
  is_current: boolean;
  was_just_rotated: boolean;
};

/** A refresh token for the family's current one; a token that was rotated away earlier ends the whole family. */
export async function rotate(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  refreshToken: string,
  client: string,
): Promise<Session> {
  const nonce = nonceOf(keys, refreshToken);
  if (!nonce) throw notFound();
  // The share is the client's: one session leaves any number of tokens behind it. It is apart from that of strangers
  // there, who have no token of ours.
  const outcome = await database.inShare(visitor(`${client} with a token`), () =>
    database.transaction((query) => rotateIn(query, nonce)),
  );
  if (outcome instanceof Problem) throw outcome;
  return outcome;
}

/** The refusals are answers of the transaction, not errors in it: ending the session must be committed. */
async function rotateIn(query: Query, nonce: string): Promise<Session | Problem> {
  const family = await lockFamily(query, nonce);
  if (!family) return notFound();
  const refusal = refusalOf(family);
  if (refusal) {
    await query('delete from auth.sessions where id = $1', [family.session_id]);
    return refusal;
  }
  const current = family.is_current ? await replaceToken(query, family, nonce) : family.current;
  return { id: family.session_id, signedInAt: family.signed_in_at, nonce: current, user: family };
}

async function lockFamily(query: Query, nonce: string): Promise<Family | undefined> {
  // Its own statement: what is read after the wait must be what the tab before this one wrote.
  await query(
    'select from auth.sessions where id = (select session_id from auth.refresh_tokens where token = $1) for update',
    [nonce],
  );
  const { rows } = await query<Family>(
    `select ${USER_COLUMNS}, sessions.id as session_id,
       extract(epoch from sessions.created_at)::integer as signed_in_at,
       coalesce(sessions.not_after > now(), true) as is_alive,
       not brought.revoked as is_current,
       brought.updated_at > now() - make_interval(secs => $2) as was_just_rotated,
       current.token as current
     from auth.refresh_tokens brought
     join auth.refresh_tokens current on current.session_id = brought.session_id and not current.revoked
     join auth.sessions on sessions.id = brought.session_id
     join auth.users on users.id = sessions.user_id
     where brought.token = $1`,
    [nonce, TABS_AGREE_WITHIN_SECONDS],
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

async function replaceToken(query: Query, { session_id }: Family, nonce: string): Promise<string> {
  const next = newNonce();
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
    [session_id, MAX_DAYS, REST_DAYS],
  );
  return next;
}

const notFound = () =>
  new Problem(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
