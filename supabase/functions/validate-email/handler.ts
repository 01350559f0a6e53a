import { EMAIL_NOT_AUTHORIZED, ValidateEmailRequest } from '../../../domain/contracts/validate-email.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { takeFromLimit } from '../_shared/limits.ts';
import { FunctionProblem } from '../_shared/problem.ts';

const PER_CLIENT = { name: 'validate-client', most: 100, seconds: 300 };
const PER_EMAIL = { name: 'validate-email', most: 30, seconds: 300 };

/** Tells the sign-in screen whether an address is invited; counted, so that it cannot be used to find out who is. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'anyone',
  input: ValidateEmailRequest,
  limit: PER_CLIENT,
  run: async ({ email }, context) => {
    await takeFromLimit(context, PER_EMAIL, email);
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
