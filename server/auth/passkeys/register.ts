import type { Handler } from 'hono';
import * as z from 'zod';
import type { Query } from '../../database/query-types.ts';
import { jsonBody } from '../../http/body.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { asPerson, type Person } from '../factors/person.ts';
import { readTyped } from '../read.ts';
import { ALGORITHMS, verifyNewKey, type NewKey } from './ceremony.ts';
import { newChallenge, notVerified, takeChallenge, TIMEOUT_MS } from './challenges.ts';
import { Attestation } from './credential.ts';
import { nameOf } from './names.ts';
import { PASSKEY_COLUMNS, passkeyAnswer, refuseTooMany, type Passkey } from './own-passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** POST passkeys/registration/options: the options a browser needs to create a passkey for this person. */
export function registrationOptions(services: Services, party: RelyingParty): Handler {
  return async (context) => {
    const { user, made, others } = await asPerson(services, context, async (query, person) => {
      await requireMayHave(query, person);
      await refuseTooMany(query, person.user.id);
      const { rows } = await query<{ id: string; transports: string[] }>(
        `select translate(encode(credential_id, 'base64'), E'+/=\\n', '-_') as id, transports
         from auth.webauthn_credentials where user_id = $1 order by created_at`,
        [person.user.id],
      );
      return { user: person.user, made: await newChallenge(query, ceremonyOf(person)), others: rows };
    });
    return context.json({
      challenge_id: made.id,
      options: {
        rp: { id: party.id, name: party.name },
        user: {
          id: Buffer.from(user.id).toString('base64url'),
          name: user.email,
          displayName: user.email,
        },
        challenge: made.challenge,
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: TIMEOUT_MS,
        excludeCredentials: others.map(({ id, transports }) => ({ type: 'public-key', id, transports })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
      },
      expires_at: made.expiresAt,
    });
  };
}

export const RegistrationBody = z.object({ challenge_id: z.guid(), credential: Attestation });

/** POST passkeys/registration/verify: stores it. */
export function verifyRegistration(services: Services, party: RelyingParty): Handler {
  return async (context) => {
    const body = await jsonBody(context);
    const passkey = await asPerson(services, context, async (query, person) => {
      const { challenge_id: id, credential } = readTyped(RegistrationBody, body);
      const challenge = await takeChallenge(query, id, ceremonyOf(person));
      if (challenge instanceof Problem) return challenge;
      const key = await verifyNewKey(credential, { challenge, party });
      if (!key) return notVerified();
      try {
        await requireMayHave(query, person);
        await refuseTooMany(query, person.user.id);
      } catch (problem) {
        return problem as Problem; // the challenge is used up
      }
      return (await keep(query, person, key)) ?? alreadyThere();
    });
    return context.json(passkeyAnswer(passkey));
  };
}

const ceremonyOf = ({ user, sessionId }: Person) =>
  ({ type: 'registration', userId: user.id, sessionId }) as const;

/**
 * Only for patients. The care team's second factor is worth more than a mailbox, and a passkey would outlive
 * it.
 */
async function requireMayHave(query: Query, { user }: Person): Promise<void> {
  const { rows } = await query<{ is_of_team: boolean }>('select private.is_of_care_team($1) as is_of_team', [
    user.id,
  ]);
  if (rows[0]!.is_of_team) throw new Problem(403, 'no_authorization', 'Only patients can have a passkey');
}

/** A key can belong to only one person. */
async function keep(query: Query, { user }: Person, key: NewKey): Promise<Passkey | undefined> {
  const { rows } = await query<Passkey>(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
       transports, backup_eligible, backed_up, friendly_name)
     select $1, $2::bytea, $3, 'none', $4, $5, $6, $7, $8, $9
     where not exists (select from auth.webauthn_credentials where credential_id = $2::bytea)
     on conflict (credential_id) do nothing returning ${PASSKEY_COLUMNS}`,
    [
      user.id,
      key.credentialId,
      key.publicKey,
      key.aaguid,
      key.signCount,
      JSON.stringify(key.transports),
      key.isBackupEligible,
      key.isBackedUp,
      nameOf(key.aaguid),
    ],
  );
  return rows[0];
}

const alreadyThere = () =>
  new Problem(422, 'webauthn_credential_exists', 'This credential is already registered');
