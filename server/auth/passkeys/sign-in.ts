import type { Handler } from 'hono';
import * as z from 'zod';
import type { Query, Row } from '../../database/query-types.ts';
import { signingIn } from '../../database/shares.ts';
import { jsonBody } from '../../http/body.ts';
import { clientAddress } from '../../http/client-address.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { readTyped } from '../read.ts';
import { sessionAnswer } from '../session-answer.ts';
import { openSession, type Session } from '../sessions.ts';
import { IS_INVITED, USER_COLUMNS, type User } from '../users.ts';
import { verifyKey } from './ceremony.ts';
import { newChallenge, notVerified, SIGN_IN, takeChallenge, TIMEOUT_MS } from './challenges.ts';
import { Assertion } from './credential.ts';
import type { RelyingParty } from './relying-party.ts';

/**
 * POST passkeys/authentication/options: a challenge that anyone with a passkey can answer. It doesn't reveal
 * whose passkeys exist.
 */
export function signInOptions({ database, settings }: Services, party: RelyingParty): Handler {
  return async (context) => {
    const client = clientAddress(context, settings.trustProxy);
    const made = await database.inShare(signingIn(client), () => newChallenge(database.query, SIGN_IN));
    return context.json({
      challenge_id: made.id,
      options: {
        challenge: made.challenge,
        timeout: TIMEOUT_MS,
        rpId: party.id,
        userVerification: 'required',
      },
      expires_at: made.expiresAt,
    });
  };
}

export const PasskeySignInBody = z.object({ challenge_id: z.guid(), credential: Assertion });

/** POST passkeys/authentication/verify: exchanges the answer for a session, all or nothing. */
export function verifySignIn(services: Services, party: RelyingParty): Handler {
  const { database, log, settings } = services;
  return async (context) => {
    const { challenge_id: id, credential } = readTyped(PasskeySignInBody, await jsonBody(context));
    const client = clientAddress(context, settings.trustProxy);
    const outcome = await database.inShare(signingIn(client), () =>
      database.transaction(async (query) => {
        const challenge = await takeChallenge(query, id, SIGN_IN);
        if (challenge instanceof Problem) return challenge;
        const owner = await lockOwner(query, credential.id);
        if (!owner || !isOwnHandle(credential, owner.user.id)) return notVerified();
        const proof = await verifyKey(credential, owner.key, { challenge, party });
        if (!proof) return notVerified();
        if (proof.isBehind) {
          log('a passkey’s counter went back', { stored: owner.key.signCount, brought: proof.signCount });
          return notVerified();
        }
        return open(query, owner, proof);
      }),
    );
    if (outcome instanceof Problem) throw outcome;
    return context.json(await sessionAnswer(services, outcome));
  };
}

type Owner = {
  passkeyId: string;
  key: { publicKey: Buffer; isBackupEligible: boolean; signCount: number };
  user: User;
};
type Found = User &
  Row & { passkey_id: string; public_key: Buffer; backup_eligible: boolean; sign_count: string };

/**
 * Locks the person's row, as everything does that counts or opens sessions. The passkey of a person who is no
 * longer invited doesn't count.
 */
async function lockOwner(query: Query, credentialId: string): Promise<Owner | undefined> {
  const credential = Buffer.from(credentialId, 'base64url');
  await query(
    `select from auth.users where id = (select user_id from auth.webauthn_credentials where credential_id = $1)
     for no key update`,
    [credential],
  );
  const { rows } = await query<Found>(
    `select ${USER_COLUMNS}, key.id as passkey_id, public_key, backup_eligible, sign_count
     from auth.webauthn_credentials key join auth.users on users.id = key.user_id
     where credential_id = $1 and ${IS_INVITED} and not private.is_of_care_team(users.id)`,
    [credential],
  );
  if (!rows[0]) return undefined;
  const { passkey_id: passkeyId, public_key: publicKey, backup_eligible, sign_count, ...user } = rows[0];
  return {
    passkeyId,
    key: { publicKey, isBackupEligible: backup_eligible, signCount: Number(sign_count) },
    user,
  };
}

const isOwnHandle = ({ response }: Assertion, userId: string) =>
  Buffer.from(response.userHandle ?? '', 'base64url').toString() === userId;

async function open(
  query: Query,
  { passkeyId, user }: Owner,
  { signCount, isBackedUp }: { signCount: number; isBackedUp: boolean },
): Promise<Session> {
  await query(
    `update auth.webauthn_credentials set sign_count = $2, backed_up = $3, last_used_at = now(), updated_at = now()
     where id = $1`,
    [passkeyId, signCount, isBackedUp],
  );
  const { rows } = await query<User>(
    `update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1 returning ${USER_COLUMNS}`,
    [user.id],
  );
  const session = await openSession(query, rows[0]!, 'passkey');
  await query('insert into portal_server.passkey_sessions (session_id, passkey_id) values ($1, $2)', [
    session.id,
    passkeyId,
  ]);
  return session;
}
