import type { Handler } from 'hono';
import * as z from 'zod';
import type { Query } from '../../database/query-types.ts';
import { jsonBody } from '../../http/body.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { openSecret } from '../factor-secret.ts';
import { readTyped } from '../read.ts';
import { sessionAnswer } from '../session-answer.ts';
import { clientOf, refuseChallenge } from './challenge.ts';
import { asPerson, ownFactor, type Factor, type Person } from './person.ts';
import { raiseSession } from './raise-session.ts';
import { stepOf } from './totp.ts';

const NO_CHALLENGE = '00000000-0000-0000-0000-000000000000';

export const VerifyFactorBody = z.object({
  challenge_id: z.guid().default(NO_CHALLENGE),
  code: z.string().max(100).default(''),
});

/** POST factors/{id}/verify: a right code raises the session to aal2. */
export function verifyFactor(services: Services): Handler {
  const { keys, now } = services;
  return async (context) => {
    const body = await jsonBody(context);
    const client = clientOf(context, services);
    const session = await asPerson(services, context, async (query, person) => {
      const factor = await ownFactor(query, person, context.req.param('id')!);
      const { challenge_id: challengeId, code } = readTyped(VerifyFactorBody, body);
      if (code === '') throw new Problem(400, 'validation_failed', 'Code needs to be non-empty');
      await refuseChallenge(query, factor, { id: challengeId, client });
      const step = await stepOf(openSecret(keys, factor.secret), code, now());
      // A used right code is worth nothing, and does not count: a second click is not a guess.
      const rejection = await rejectionOf(query, person, factor, step !== null);
      if (rejection) return rejection;
      if (step === null || !(await isUnspent(query, factor, step)))
        return new Problem(422, 'mfa_verification_failed', 'Invalid TOTP code entered');
      return raiseSession(query, person, { factor, challengeId, step });
    });
    return context.json(await sessionAnswer(services, session));
  };
}

/** A code seen over someone's shoulder is worth nothing once used. */
async function isUnspent(query: Query, factor: Factor, step: number): Promise<boolean> {
  const { rowCount } = await query(
    'select from portal_server.spent_factor_codes where factor_id = $1 and step >= $2',
    [factor.id, step],
  );
  return rowCount === 0;
}

/**
 * Counts wrong codes, with the same hook that Supabase's auth service calls. A rejection ends the sessions
 * without a second factor, including the guesser's, and only the guesser's if the app is not active; GoTrue
 * ends all, so someone who reads a person's email could sign them out at will. The fifth wrong
 * code ends a locked session (private.end_locked_sessions).
 */
async function rejectionOf(
  query: Query,
  { user, sessionId }: Person,
  factor: Factor,
  isRight: boolean,
): Promise<Problem | null> {
  const { rows } = await query<{ answer: { decision: string; message?: string } }>(
    `select public.mfa_verification_attempt(jsonb_build_object(
       'user_id', $1::uuid, 'factor_id', $2::uuid, 'factor_type', 'totp', 'valid', $3::boolean)) as answer`,
    [user.id, factor.id, isRight],
  );
  const { decision, message } = rows[0]!.answer;
  if (decision === 'continue') return isRight || (await isStillThere(query, sessionId)) ? null : rejected();
  await query(
    `delete from auth.sessions where user_id = $1 and (aal is distinct from 'aal2' and (id = $2 or $3)
       or id = $2 and exists (select from private.staff_session(id) where is_locked))`,
    [user.id, sessionId, factor.is_counted],
  );
  return rejected(message);
}

const rejected = (message = 'Too many wrong codes. Please sign in again in 15 minutes.') =>
  new Problem(403, 'mfa_verification_rejected', message);

async function isStillThere(query: Query, sessionId: string): Promise<boolean> {
  const { rowCount } = await query('select from auth.sessions where id = $1', [sessionId]);
  return rowCount === 1;
}
