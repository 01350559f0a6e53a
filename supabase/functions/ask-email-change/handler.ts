import { AskEmailChangeRequest } from '../../../domain/contracts/patient/ask-email-change.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { requireAccess } from '../_shared/patients/patient.ts';
import { tooManyRequests } from '../_shared/answer/problem.ts';

/**
 * Whether a patient may change to an address. The portal asks this before the auth service, which on Supabase
 * sends its emails before the database could refuse. Called with the service's key, so that no one can undo
 * the count.
 */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: AskEmailChangeRequest,
  run: async ({ email }, context) => {
    const { userId } = await requireAccess(context);
    const { data } = await context.service
      .rpc('ask_email_change', { p_user: userId, p_email: email })
      .throwOnError();
    const { usable, wait } = data as { usable: boolean; wait: number };
    if (wait > 0) throw tooManyRequests(wait);
    return { usable };
  },
});
