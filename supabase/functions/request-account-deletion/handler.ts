import { RequestAccountDeletionRequest } from '../../../domain/contracts/patient/account-deletion.ts';
import { leavingCode } from '../../../domain/notifications/leaving-notifications.ts';
import { messageRow } from '../_shared/appointments/appointment-notifications.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { codeHash, leaverOf } from '../_shared/patients/leaving.ts';
import { takeFromLimit } from '../_shared/request/limits.ts';
import { FunctionProblem, tooManyRequests } from '../_shared/answer/problem.ts';
import { sixDigits } from '../_shared/request/six-digits.ts';

// Each is an email to one address.
const CODES = { name: 'deletion-code', max: 5, seconds: 3_600, isFixed: true };

/** Sends a code to the patient's mailbox: an open session alone does not delete an account. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: RequestAccountDeletionRequest,
  run: async (_input, context) => {
    const leaver = await leaverOf(context);
    await refuseSecond(context, leaver.userId);
    await takeFromLimit(context, CODES, leaver.userId);
    const digits = sixDigits();
    const message = leavingCode(leaver, digits, context.now().getTime());
    const { data: wait } = await context.service
      .rpc('ask_deletion_code', {
        p_user_id: leaver.userId,
        p_code_hash: await codeHash(context, leaver, digits),
        p_messages: [messageRow(message)],
      })
      .throwOnError();
    if (wait > 0) throw tooManyRequests(wait);
  },
});

async function refuseSecond({ service }: FunctionContext, userId: string): Promise<void> {
  const { data } = await service
    .from('account_deletions')
    .select('user_id')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError();
  if (data)
    throw new FunctionProblem(409, 'already_leaving', 'Your account is already scheduled for deletion.');
}
