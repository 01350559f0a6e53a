import { KeepAccountRequest } from '../../../domain/contracts/patient/account-deletion.ts';
import { stayingNotice } from '../../../domain/notifications/leaving-notifications.ts';
import { messageRow } from '../_shared/appointments/appointment-notifications.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { leaverOf } from '../_shared/patients/leaving.ts';
import { FunctionProblem } from '../_shared/answer/problem.ts';

/** Keeps the account of a patient who changed their mind. Harmless for a patient who was not leaving. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: KeepAccountRequest,
  run: async (_input, context) => {
    const leaver = await leaverOf(context);
    const { data: stays } = await context.service
      .rpc('keep_account', {
        p_user_id: leaver.userId,
        p_messages: [messageRow(stayingNotice(leaver, context.now().getTime()))],
      })
      .throwOnError();
    if (!stays) throw new FunctionProblem(409, 'too_late', 'Your account is being deleted.');
  },
});
