import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import type { Context, Handler } from 'hono';
import type { Query, Row } from '../../database/query-types.ts';
import { clientAddress } from '../../http/client-address.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { asPerson, ownFactor, type Factor } from './person.ts';

/** By the database's clock, so that several servers agree. */
export const CHALLENGE_SECONDS = 300;

/** POST factors/{id}/challenge: opens one try at a code. */
export function challengeFactor(services: Services): Handler {
  return async (context) => {
    const client = clientOf(context, services);
    const id = randomUUID();
    const expiresAt = await asPerson(services, context, async (query, person) => {
      const factor = await ownFactor(query, person, context.req.param('id')!);
      const { rows } = await query<{ expires_at: number }>(
        `with challenged as (
           update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = $2
         )
         insert into auth.mfa_challenges (id, factor_id, created_at, ip_address) values ($1, $2, now(), $3)
         returning extract(epoch from created_at)::integer + $4 as expires_at`,
        [id, factor.id, client, CHALLENGE_SECONDS],
      );
      return rows[0]!.expires_at;
    });
    return context.json({ id, type: 'totp', expires_at: expiresAt });
  };
}

/** The client's address as the database stores it; one that a proxy does not name correctly is no one's. */
export function clientOf(context: Context, { settings }: Pick<Services, 'settings'>): string {
  const client = clientAddress(context, settings.trustProxy);
  return isIP(client.replace(/\/56$/, '')) === 0 ? '0.0.0.0' : client;
}

type Challenge = Row & { is_open: boolean; is_expired: boolean };

/** Why a code is not even checked: a challenge is for one factor, one client, once, for five minutes. */
export async function refuseChallenge(
  query: Query,
  factor: Factor,
  { id, client }: { id: string; client: string },
): Promise<void> {
  const { rows } = await query<Challenge>(
    `select verified_at is null and ip_address = $3::inet as is_open,
       created_at <= now() - make_interval(secs => $4) as is_expired
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [id, factor.id, client, CHALLENGE_SECONDS],
  );
  const [challenge] = rows;
  if (!challenge) {
    const message = 'MFA factor with the provided challenge ID not found';
    throw new Problem(422, 'mfa_factor_not_found', message);
  }
  if (!challenge.is_open) {
    throw new Problem(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
  }
  if (challenge.is_expired) {
    const message = `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`;
    throw new Problem(422, 'mfa_challenge_expired', message);
  }
}
