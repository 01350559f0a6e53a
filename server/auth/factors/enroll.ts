import { randomUUID } from 'node:crypto';
import type { Handler } from 'hono';
import * as z from 'zod';
import type { Query } from '../../database/query-types.ts';
import { jsonBody } from '../../http/body.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { sealSecret } from '../factor-secret.ts';
import { readTyped } from '../read.ts';
import { CHALLENGE_SECONDS } from './challenge.ts';
import { asPerson, type Person } from './person.ts';
import { removeFactor } from './unenroll.ts';
import { newSecret, qrCodeOf, uriOf } from './totp.ts';

const MAX_FACTORS = 10;
/** With two names of this length the address of the QR code still fits into one. */
const MAX_NAME = 60;

export const EnrollBody = z.object({
  factor_type: z.string().max(20).default(''),
  friendly_name: z.string().max(MAX_NAME).default(''),
  issuer: z.string().max(MAX_NAME).default(''),
});

/** POST factors: a new authenticator app, which counts once it was verified. */
export function enrollFactor(services: Services): Handler {
  const { keys, settings } = services;
  return async (context) => {
    const body = await jsonBody(context);
    const id = randomUUID();
    const { name, issuer, email, secret } = await asPerson(services, context, async (query, person) => {
      const asked = readTyped(EnrollBody, body);
      requireTotp(asked.factor_type);
      await requireMayEnroll(query, person);
      await forgetAbandoned(query, person);
      await makeRoom(query, person, asked.friendly_name);
      const made = await newSecret();
      await query(
        `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
         values ($1, $2, $3, 'totp', 'unverified', now(), now(), $4)`,
        [id, person.user.id, asked.friendly_name, sealSecret(keys, made)],
      );
      return { name: asked.friendly_name, issuer: asked.issuer, email: person.user.email, secret: made };
    });
    const uri = uriOf(issuer || new URL(settings.siteUrl).host, email, secret);
    const totp = { qr_code: await qrCodeOf(uri), secret, uri };
    return context.json({ id, type: 'totp', friendly_name: name, totp });
  };
}

function requireTotp(type: string): void {
  if (type === 'totp') return;
  if (type === 'phone')
    throw new Problem(422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone');
  if (type === 'webauthn')
    throw new Problem(422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn');
  throw new Problem(400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn');
}

/** Somebody of the care team whose app is not set up yet; patients never. */
async function requireMayEnroll(query: Query, { user }: Person): Promise<void> {
  const { rows } = await query<{ may: boolean }>('select private.may_enroll($1) as may', [user.id]);
  if (rows[0]!.may) return;
  throw new Problem(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
}

/** Begun earlier and never verified, unless somebody is about to. */
async function forgetAbandoned(query: Query, { user }: Person): Promise<void> {
  await query(
    `delete from auth.mfa_factors factor
     where user_id = $1 and status = 'unverified' and created_at < now() - interval '5 minutes'
       and not exists (select from auth.mfa_challenges
         where factor_id = factor.id and created_at > now() - make_interval(secs => $2))`,
    [user.id, CHALLENGE_SECONDS],
  );
}

/**
 * Whoever comes this far has no app that counts. One that was verified without the set-up code may be that of somebody who
 * reads their mail: unlike GoTrue, it neither asks for aal2 nor keeps a name or a place.
 */
async function makeRoom(query: Query, { user }: Person, name: string): Promise<void> {
  const { rows } = await query<{ id: string; name: string; status: string }>(
    `select id, coalesce(friendly_name, '') as name, status from auth.mfa_factors where user_id = $1 order by created_at`,
    [user.id],
  );
  const namesake = rows.find((factor) => factor.name === name);
  if (namesake?.status === 'unverified') {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    throw new Problem(422, 'mfa_factor_name_conflict', message);
  }
  if (namesake) return removeFactor(query, user.id, namesake.id);
  if (rows.length < MAX_FACTORS) return;
  const oldest = rows.find(({ status }) => status === 'verified');
  if (oldest) return removeFactor(query, user.id, oldest.id);
  const message = 'Maximum number of verified factors reached, unenroll to continue';
  throw new Problem(422, 'too_many_enrolled_mfa_factors', message);
}
