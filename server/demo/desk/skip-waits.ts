import { keyedHash } from '../../../supabase/functions/_shared/request/backend.ts';
import type { Services } from '../../services.ts';
import { DEMO_FACTOR } from '../team.ts';

/**
 * Lets a demo person request the next code right away, and reuse their app's current code: the desk signs
 * people in and out within a minute. The code itself is still requested, emailed and checked. A patient keeps
 * their own time zone. False for anyone who is not from the demo.
 */
export async function skipWaits(
  { database, keys }: Pick<Services, 'database' | 'keys'>,
  email: string,
  client: string,
): Promise<boolean> {
  // The limits of `send-team-code`, by the names that it counts them under.
  const address = await keyedHash(keys.serviceRoleKey, email);
  const limits = [`team-code-email:${address}`, `team-code-email-client:${address}:${client}`];
  return database.transaction(async (query) => {
    const known = await query('select from portal_server.demo_people where email = $1', [email]);
    if (known.rowCount === 0) return false;
    // As if they had selected it on My Account. Otherwise a newcomer's browser would replace it.
    await query(
      `update public.customers set time_zone_by = 'patient' where customer_email = $1 and time_zone_by = 'browser'`,
      [email],
    );
    await query(`update portal_server.sign_in_codes set sent_at = '-infinity' where email = $1`, [email]);
    for (const limit of limits) await query('select public.forget_limit($1)', [limit]);
    await query(
      `delete from portal_server.spent_factor_codes using public.care_team, auth.mfa_factors
       where care_team.email = $1 and mfa_factors.id = care_team.factor_id and friendly_name = $2
         and spent_factor_codes.factor_id = mfa_factors.id`,
      [email, DEMO_FACTOR],
    );
    return true;
  });
}
