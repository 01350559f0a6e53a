import { randomBytes } from 'node:crypto';
import type { Query, Row } from '../../database/query-types.ts';
import { Problem } from '../../http/problem.ts';

export const CHALLENGE_SECONDS = 300;
/** How long a browser waits for the person, in milliseconds. */
export const TIMEOUT_MS = CHALLENGE_SECONDS * 1000;

type Ceremony =
  | { type: 'registration'; userId: string; sessionId: string }
  | { type: 'authentication'; userId: null; sessionId: null };

export const SIGN_IN: Ceremony = { type: 'authentication', userId: null, sessionId: null };

export type Challenge = { id: string; challenge: string; expiresAt: number };

export async function newChallenge(query: Query, ceremony: Ceremony): Promise<Challenge> {
  const challenge = randomBytes(32).toString('base64url');
  const { rows } = await query<{ id: string; expires_at: number }>(
    `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at)
     values ($1, $2, jsonb_build_object('challenge', $3::text, 'session_id', $4::uuid), now() + make_interval(secs => $5))
     returning id, extract(epoch from expires_at)::integer as expires_at`,
    [ceremony.userId, ceremony.type, challenge, ceremony.sessionId, CHALLENGE_SECONDS],
  );
  return { id: rows[0]!.id, challenge, expiresAt: rows[0]!.expires_at };
}

type Taken = Row & {
  challenge: string;
  is_own: boolean;
  is_expired: boolean;
};

/**
 * The challenge of this ceremony. Any try uses it up, even with an expired one or by someone else. The
 * refusal is returned rather than thrown, so that the deletion is committed.
 */
export async function takeChallenge(query: Query, id: string, ceremony: Ceremony): Promise<string | Problem> {
  const { rows } = await query<Taken>(
    `delete from auth.webauthn_challenges where id = $1
     returning session_data ->> 'challenge' as challenge, expires_at <= now() as is_expired,
       challenge_type = $2 and user_id is not distinct from $3
         and (session_data ->> 'session_id')::uuid is not distinct from $4::uuid as is_own`,
    [id, ceremony.type, ceremony.userId, ceremony.sessionId],
  );
  const [taken] = rows;
  if (!taken?.is_own) return new Problem(400, 'webauthn_challenge_not_found', 'Challenge not found');
  if (taken.is_expired) return new Problem(400, 'webauthn_challenge_expired', 'Challenge has expired');
  return taken.challenge;
}

export const notVerified = () =>
  new Problem(400, 'webauthn_verification_failed', 'Credential verification failed');
