import type { Database } from '../database/database.ts';
import { MAX_DAYS } from './sessions.ts';

/** Removes what has expired. Nothing depends on when this runs: every query checks the times. */
export async function forgetExpired(database: Database): Promise<void> {
  // An address keeps its count of wrong tries for a day, so that waiting for this does not speed up
  // guessing.
  await database.query(
    `delete from portal_server.sign_in_codes where greatest(sent_at, expires_at) < now() - interval '1 day'`,
  );
  await database.query(
    `delete from portal_server.sign_in_clients where signed_in_at < now() - make_interval(days => $1)`,
    [MAX_DAYS],
  );
  await database.query('delete from auth.sessions where not_after < now()');
  // An expired challenge is still called expired for a while.
  await database.query(`delete from auth.webauthn_challenges where expires_at < now() - interval '1 hour'`);
  await database.query(`delete from auth.mfa_challenges where created_at < now() - interval '1 hour'`);
  // Someone started to set up an authenticator app, and did not finish.
  await database.query(
    `delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'`,
  );
}
