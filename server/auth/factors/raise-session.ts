import type { Query, Row } from '../../database/query-types.ts';
import { endGrace, replaceToken } from '../rotation.ts';
import { ASSURANCE_COLUMNS, type Assurance, type Session } from '../sessions.ts';
import { USER_COLUMNS, type User } from '../users.ts';
import type { Factor, Person } from './person.ts';

type Proof = { factor: Factor; challengeId: string; step: number };

/**
 * The session gets the second factor, and its earlier refresh tokens end: someone who reads the email may
 * have opened it and led the owner into it with a link. An app that counts also ends sessions that opened
 * another app with only the emailed code, and removes apps that others started to set up. Before an app
 * counts, no one knows which of them is the owner, and the setup code decides (public.team_set_up).
 */
export async function raiseSession(query: Query, person: Person, proof: Proof): Promise<Session> {
  const { user, sessionId } = person;
  await useUp(query, sessionId, proof);
  await query(`update auth.sessions set aal = 'aal2', factor_id = $2, updated_at = now() where id = $1`, [
    sessionId,
    proof.factor.id,
  ]);
  await query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values (gen_random_uuid(), $1, now(), now(), 'totp')
     on conflict (session_id, authentication_method) do update set updated_at = now()`,
    [sessionId],
  );
  if (proof.factor.is_counted) await endOthers(query, user.id, sessionId);
  const session = await renewed(query, sessionId);
  if (person.aal !== 'aal2') await endGrace(query, sessionId);
  return session;
}

async function endOthers(query: Query, userId: string, sessionId: string): Promise<void> {
  await query(
    `delete from auth.sessions where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'`,
    [userId, sessionId],
  );
  await query(
    `delete from auth.mfa_factors where user_id = $1 and factor_type = 'totp' and status = 'unverified'`,
    [userId],
  );
}

async function useUp(query: Query, sessionId: string, proof: Proof): Promise<void> {
  const { factor, challengeId, step } = proof;
  await query('update auth.mfa_challenges set verified_at = now() where id = $1', [challengeId]);
  await query(
    `insert into portal_server.spent_factor_codes (factor_id, step) values ($1, $2)
     on conflict (factor_id) do update set step = excluded.step`,
    [factor.id, step],
  );
  await query(
    `update auth.mfa_factors set status = 'verified', updated_at = now() where id = $1 and status = 'unverified'`,
    [factor.id],
  );
  await query(
    `insert into portal_server.factor_sessions (factor_id, session_id) values ($1, $2)
     on conflict (factor_id) do update set session_id = excluded.session_id`,
    [factor.id, sessionId],
  );
}

type Renewed = User & Assurance & Row & { current: string };

async function renewed(query: Query, id: string): Promise<Session> {
  const { rows } = await query<Renewed>(
    `select ${USER_COLUMNS}, ${ASSURANCE_COLUMNS}, token.token as current
     from auth.sessions join auth.users on users.id = sessions.user_id
     join auth.refresh_tokens token on token.session_id = sessions.id and not token.revoked
     where sessions.id = $1`,
    [id],
  );
  const { aal, amr, current, ...user } = rows[0]!;
  return { id, aal, amr, nonce: await replaceToken(query, id, current), user };
}
