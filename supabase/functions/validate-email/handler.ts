import { EMAIL_NOT_AUTHORIZED, ValidateEmailRequest } from '../../../domain/contracts/validate-email.ts';
import { takeFromLimit } from '../_shared/context.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { FunctionProblem } from '../_shared/problem.ts';

const FIVE_MINUTES = 300;

/** Tells the sign-in screen whether an address is invited; counted, so that it cannot be used to find out who is. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'anyone',
  input: ValidateEmailRequest,
  run: async ({ email }, context) => {
    const perClient = 100 * context.rateLimitScale;
    await takeFromLimit(context, {
      name: 'validate-client',
      who: context.clientAddress,
      most: perClient,
      seconds: FIVE_MINUTES,
    });
    await takeFromLimit(context, { name: 'validate-email', who: email, most: 30, seconds: FIVE_MINUTES });
    const { data: invitation } = await context.service
      .from('invitations')
      .select('email')
      .eq('email', email)
      .is('revoked_at', null)
      .maybeSingle()
      .throwOnError();
    if (!invitation) throw new FunctionProblem(403, 'email_not_authorized', EMAIL_NOT_AUTHORIZED);
    return { authorized: true };
  },
});
