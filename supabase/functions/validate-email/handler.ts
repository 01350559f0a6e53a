import {
  EMAIL_NOT_AUTHORIZED,
  ValidateEmailRequest,
} from '../../../domain/contracts/patient/validate-email.ts';
import { askAboutAddress } from '../_shared/patients/ask-about-address.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { payerOf, takeFromLimit } from '../_shared/request/limits.ts';
import { FunctionProblem } from '../_shared/answer/problem.ts';

const PER_CLIENT = { name: 'validate-client', max: 100, seconds: 300 };
// Per client, because a limit on an address that everyone shares would let anyone keep its patient out.
// Stored under a keyed hash, which reveals nothing about a patient whose account is deleted meanwhile.
const PER_EMAIL = { name: 'validate-email', max: 30, seconds: 300, isFixed: true };

/**
 * Tells the sign-in screen whether an address is invited. Counted with the other endpoints, so that no one
 * finds out who is.
 */
export const handler = defineFunction({
  method: 'POST',
  caller: 'anyone',
  input: ValidateEmailRequest,
  limit: PER_CLIENT,
  run: async ({ email }, context) => {
    const { userId, clientAddress } = context;
    const payer = payerOf(context);
    // For an unknown client, this would be such a limit.
    if (userId ?? clientAddress)
      await takeFromLimit(context, PER_EMAIL, await context.keyedHash(`${email}\0${payer}`));
    const { invited } = await askAboutAddress<{ invited: boolean }>(context, 'ask_invitation', email);
    if (!invited) throw new FunctionProblem(403, 'email_not_authorized', EMAIL_NOT_AUTHORIZED);
    return { authorized: true };
  },
});
