import { randomUUID } from 'node:crypto';
import type { Database } from '../../../server/database/database.ts';
import type { Query } from '../../../server/database/query-types.ts';

/**
 * How GoTrue (v2.196) keeps refresh tokens, in its own role and in its order of statements: a token that was replaced is good
 * while it is the parent of the current one, and for ten seconds in any case.
 */
export function authService({ transaction }: Pick<Database, 'transaction'>) {
  const asService = <Answer>(work: (query: Query) => Promise<Answer>): Promise<Answer> =>
    transaction(async (query) => {
      await query('set local role supabase_auth_admin');
      return work(query);
    });

  return {
    /** The first refresh token of a session that a emailed code opened. */
    issue: (session: string) => asService((query) => newToken(query, session, null)),

    /** A right code of this app: the claim, another refresh token, and only then the level. */
    verify: (session: string, factor: string) =>
      asService(async (query) => {
        await query(
          `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
           values (gen_random_uuid(), $1, clock_timestamp(), clock_timestamp(), 'totp')`,
          [session],
        );
        const token = await swap(query, session, (await current(query, session)).token);
        await query(`update auth.sessions set aal = 'aal2', factor_id = $2 where id = $1`, [session, factor]);
        return token;
      }),

    /** The level that this refresh token is worth, and the token that follows it; null where it is refused. */
    refresh: (token: string) =>
      asService(async (query) => {
        const { rows } = await query<{ session: string; revoked: boolean; late: boolean; aal: string }>(
          `select session_id as session, revoked, coalesce(sessions.aal, 'aal1') as aal,
             refresh_tokens.updated_at < clock_timestamp() - interval '10 seconds' as late
           from auth.refresh_tokens join auth.sessions on sessions.id = session_id where token = $1`,
          [token],
        );
        const found = rows[0];
        if (!found) return null;
        const { session, aal } = found;
        const active = await current(query, session);
        if (found.revoked && active.parent !== token && found.late) return null;
        const next =
          found.revoked && active.parent === token ? active.token : await swap(query, session, token);
        await query('update auth.sessions set refreshed_at = clock_timestamp() where id = $1', [session]);
        return { aal, token: next };
      }),
  };
}

async function newToken(query: Query, session: string, parent: string | null): Promise<string> {
  const token = randomUUID();
  await query(
    `insert into auth.refresh_tokens (token, parent, session_id, user_id, revoked, created_at, updated_at)
     select $1, $2, id, user_id, false, clock_timestamp(), clock_timestamp() from auth.sessions where id = $3`,
    [token, parent, session],
  );
  return token;
}

async function swap(query: Query, session: string, token: string): Promise<string> {
  await query(
    'update auth.refresh_tokens set revoked = true, updated_at = clock_timestamp() where token = $1',
    [token],
  );
  return newToken(query, session, token);
}

async function current(query: Query, session: string) {
  const { rows } = await query<{ token: string; parent: string | null }>(
    'select token, parent from auth.refresh_tokens where session_id = $1 and not revoked order by id desc limit 1',
    [session],
  );
  return rows[0]!;
}
