import { canOpenSecret, openSecret } from '../auth/factor-secret.ts';
import { codeAt } from '../auth/factors/totp.ts';
import type { Services } from '../services.ts';
import { DEMO_FACTOR, DEMO_TEAM } from './team.ts';

type Source = Pick<Services, 'database' | 'keys' | 'now'>;

/** The current code of a demo person's authenticator app; null if the portal's secrets have changed since. */
export type Authenticator = { email: string; code: string | null; setUpAt: string };

/**
 * For /dev/mailbox. Only the demo's factors: one that someone set up on a phone is theirs, even on a
 * developer's machine.
 */
export async function demoAuthenticators(
  { database, keys, now }: Source,
  email: string | null,
): Promise<Authenticator[]> {
  const { rows } = await database.query<{ email: string; secret: string; setUpAt: string }>(
    `select care_team.email, secret,
       to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "setUpAt"
     from public.care_team join auth.mfa_factors on mfa_factors.id = factor_id
     where care_team.email = any ($1) and friendly_name = $2 and ($3::text is null or care_team.email = $3)
     order by array_position($1, care_team.email)`,
    [DEMO_TEAM.map((member) => member.email), DEMO_FACTOR, email],
  );
  return Promise.all(
    rows.map(async ({ email: of, secret, setUpAt }) => ({
      email: of,
      code: canOpenSecret(keys, secret) ? await codeAt(openSecret(keys, secret), now()) : null,
      setUpAt,
    })),
  );
}
