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
import { asPerson, IS_OF_OTHER_SESSION, type Person } from './person.ts';
import { removeFactor } from './unenroll.ts';
import { newSecret, qrCodeOf, uriOf } from './totp.ts';

const MAX_FACTORS = 10;
/** Over all sessions: far more than anyone starts before the setup code is used. */
const MAX_OF_USER = 50;
/** Two names of this length still fit in the QR code. */
const MAX_NAME = 60;

export const EnrollBody = z.object({
  factor_type: z.string().max(20).default(''),
  friendly_name: z.string().max(MAX_NAME).default(''),
  issuer: z.string().max(MAX_NAME).default(''),
});

/** POST factors: a new authenticator app, which counts once it is verified. */
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
      await query('insert into portal_server.factor_sessions (factor_id, session_id) values ($1, $2)', [
        id,
        person.sessionId,
      ]);
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

/** A care team member whose app is not set up yet; never a patient. */
async function requireMayEnroll(query: Query, { user }: Person): Promise<void> {
  const { rows } = await query<{ may: boolean }>('select private.may_enroll($1) as may', [user.id]);
  if (rows[0]!.may) return;
  throw new Problem(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP');
}

/** Started earlier and never verified, unless someone is about to, or has it in another session. */
async function forgetAbandoned(query: Query, { user, sessionId }: Person): Promise<void> {
  await query(
    `delete from auth.mfa_factors factor
     where user_id = $2 and status = 'unverified' and created_at < now() - interval '5 minutes'
       and not exists (select from auth.mfa_challenges
         where factor_id = factor.id and created_at > now() - make_interval(secs => $3))
       and not ${IS_OF_OTHER_SESSION}`,
    [sessionId, user.id, CHALLENGE_SECONDS],
  );
}

type Begun = { id: string; name: string; status: string; is_own: boolean };

/**
 * Anyone who gets this far has no active app, and may share the account with someone who only reads their
 * email. So, unlike in GoTrue, an app requires no aal2, and another session's app reserves neither a name
 * nor a place; nor does it lose its own.
 */
async function makeRoom(query: Query, { user, sessionId }: Person, name: string): Promise<void> {
  const { rows } = await query<Begun>(
    `select id, coalesce(friendly_name, '') as name, status, not ${IS_OF_OTHER_SESSION} as is_own
     from auth.mfa_factors as factor where user_id = $2 order by created_at`,
    [sessionId, user.id],
  );
  const namesake = rows.find((factor) => factor.name === name);
  if (namesake?.status === 'unverified' && namesake.is_own) {
    const message = `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`;
    throw new Problem(422, 'mfa_factor_name_conflict', message);
  }
  if (rows.filter((factor) => factor.is_own && factor.status === 'unverified').length >= MAX_FACTORS) {
    const message = 'Maximum number of verified factors reached, unenroll to continue';
    throw new Problem(422, 'too_many_enrolled_mfa_factors', message);
  }
  if (namesake)
    await query('update auth.mfa_factors set friendly_name = id::text where id = $1', [namesake.id]);
  if (rows.length < MAX_OF_USER) return;
  const oldest = rows.find((factor) => factor.is_own) ?? rows[0]!;
  await removeFactor(query, user.id, oldest.id);
}
