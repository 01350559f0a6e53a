import { WithdrawConsentRequest } from '../../../domain/contracts/patient/withdraw-consent.ts';
import { calledPatient, cancellation } from '../_shared/appointments/cancellation.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { SUBMISSIONS } from '../_shared/request/limits.ts';
import { appointmentsAhead } from '../_shared/appointments/own-appointment.ts';
import { requireAccess } from '../_shared/patients/patient.ts';

/** Withdraws every consent and cancels the patient's calls, in one transaction; the database keeps the history of it. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: WithdrawConsentRequest,
  limit: SUBMISSIONS,
  run: async (_input, context) => {
    const { userId } = await requireAccess(context);
    const now = context.now().getTime();
    const [patient, calls] = await Promise.all([calledPatient(context, userId), appointmentsAhead(context)]);
    await context.service
      .rpc('withdraw_consent', {
        p_user: userId,
        p_cancellations: calls.map((call) => cancellation(context, call, patient, now)),
      })
      .throwOnError();
  },
});
