import { randomUUID } from 'node:crypto';
import { sealSecret } from '../auth/factor-secret.ts';
import { newSecret } from '../auth/factors/totp.ts';
import type { Keys } from '../auth/keys.ts';
import type { Query } from '../database/query-types.ts';
import { momentSql } from './moments.ts';
import { DEMO_FACTOR, DEMO_TEAM, DEMO_TIME_ZONE } from './team.ts';

/** The clinic is older than any of its patients' histories. */
const OPENED_DAYS_AGO = 200;

/** Lets the demo's people sign in, as if each had used their setup code with an authenticator app. */
export async function addSignIns(query: Query, keys: Keys): Promise<void> {
  for (const [index, { email }] of DEMO_TEAM.entries()) {
    await query('update public.care_team set invited_at = now() where email = $1', [email]);
    const { rows } = await query<{ id: string }>(
      `insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id`,
      [email],
    );
    const [userId, factorId] = [rows[0]!.id, randomUUID()];
    await query(
      `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
       values ($1, $2, $3, 'totp', 'verified', now(), now(), $4)`,
      [factorId, userId, DEMO_FACTOR, sealSecret(keys, await newSecret())],
    );
    await query(
      `update public.care_team set user_id = $2, factor_id = $3, joined_at = at, invited_at = at - interval '20 minutes'
       from (select ${momentSql('$4', "'09:00'", '$5')} + make_interval(mins => $6) as at) as moment where email = $1`,
      [email, userId, factorId, OPENED_DAYS_AGO, DEMO_TIME_ZONE, 25 * index],
    );
  }
  // New roles would send emails. The demo starts with an empty mailbox.
  await query(`delete from public.outbox where purpose = 'security' and recipient = any ($1)`, [
    DEMO_TEAM.map(({ email }) => email),
  ]);
}
