import { StopEmailChangeRequest } from '../../../domain/contracts/patient/stop-email-change.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { FunctionProblem, notSignedIn } from '../_shared/answer/problem.ts';
import { requireAccess } from '../_shared/patients/patient.ts';
import { stopHash } from '../_shared/patients/stop-secret.ts';

const TRIES = { name: 'stop-email-change', max: 30, seconds: 300 };

/**
 * The patient stops a change of their email address: signed in, or with the link from the notice, because a
 * patient who lost their phone may not be able to sign in.
 */
export const handler = defineFunction({
  method: 'POST',
  caller: 'anyone',
  input: StopEmailChangeRequest,
  limit: TRIES,
  run: async ({ secret }, context) => {
    if (secret === undefined && context.userId === null) throw notSignedIn();
    const p_user_id = secret === undefined ? (await requireAccess(context)).userId : null;
    const { data: outcome } = await context.service
      .rpc('stop_own_email_change', {
        p_user_id,
        p_stop_hash: secret === undefined ? null : await stopHash(context, secret),
      })
      .throwOnError();
    if (outcome === 'stopped') return;
    if (outcome === 'late')
      throw new FunctionProblem(
        409,
        'too_late',
        'Your email address has already changed. Call us right away if you didn’t want this.',
      );
    throw new FunctionProblem(
      409,
      'not_now',
      'There’s no change to stop. Your email address stays the same.',
    );
  },
});
