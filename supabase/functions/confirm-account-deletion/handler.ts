import { leavesAt } from '../../../domain/account/leaving.ts';
import { ConfirmAccountDeletionRequest } from '../../../domain/contracts/patient/account-deletion.ts';
import { leavingNotice } from '../../../domain/notifications/leaving-notifications.ts';
import { instantFromIso, isoFromInstant } from '../../../domain/time/instant.ts';
import { messageRow, senderOf } from '../_shared/appointments/appointment-notifications.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { zoneForPatient } from '../_shared/request/headers-with-zone.ts';
import { codeHash, leaverOf } from '../_shared/patients/leaving.ts';
import { FunctionProblem } from '../_shared/answer/problem.ts';

/** The right code starts the days in which the patient can still change their mind. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: ConfirmAccountDeletionRequest,
  run: async ({ code }, context, headers) => {
    const leaver = await leaverOf(context);
    const now = context.now().getTime();
    const plan = {
      leavesAt: leavesAt(now),
      timeZone: await zoneForPatient(context, headers),
      sender: senderOf(context),
      now,
    };
    const { data } = await context.service
      .rpc('confirm_deletion', {
        p_user_id: leaver.userId,
        p_code_hash: await codeHash(context, leaver, code),
        p_delete_after: isoFromInstant(plan.leavesAt),
        p_messages: [messageRow(leavingNotice(leaver, plan))],
      })
      .throwOnError();
    if (data === null) {
      throw new FunctionProblem(403, 'wrong_code', 'That code is wrong or has expired.');
    }
    return { deleteAfter: isoFromInstant(instantFromIso(data as string)) };
  },
});
