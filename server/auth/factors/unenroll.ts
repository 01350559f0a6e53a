import type { Handler } from 'hono';
import type { Query } from '../../database/query-types.ts';
import { Problem } from '../../http/problem.ts';
import type { Services } from '../../services.ts';
import { asPerson, ownFactor, type Factor } from './person.ts';

/** DELETE factors/{id} */
export function unenrollFactor(services: Services): Handler {
  return async (context) => {
    const id = await asPerson(services, context, async (query, person) => {
      const factor = await ownFactor(query, person, context.req.param('id')!);
      // If two apps are inactive, neither can remove the other.
      if (factor.status === 'verified' && (person.aal !== 'aal2' || isOfOther(factor))) {
        throw new Problem(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
      }
      refuseCounted(factor);
      await removeFactor(query, person.user.id, factor.id);
      return factor.id;
    });
    return context.json({ id });
  };
}

const isOfOther = (factor: Factor) => factor.is_of_other_session && !factor.is_counted;

/** No one changes their own factor: a colleague resets a care team member's active app. */
function refuseCounted(factor: Factor): void {
  if (!factor.is_counted) return;
  throw new Problem(422, 'mfa_unenroll_not_enabled', 'Ask a colleague to reset your authenticator app.');
}

/** Sessions raised by this factor fall back to aal1. */
export async function removeFactor(query: Query, userId: string, id: string): Promise<void> {
  await query(
    `delete from auth.mfa_amr_claims using auth.sessions
     where session_id = sessions.id and factor_id = $1 and authentication_method = 'totp'`,
    [id],
  );
  await query(
    `update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now()
     where user_id = $1 and factor_id = $2`,
    [userId, id],
  );
  await query('delete from auth.mfa_factors where id = $1', [id]);
}
