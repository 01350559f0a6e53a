import { CancelAppointmentRequest } from '../../../domain/contracts/change-appointment.ts';
import type { CalledPatient } from '../../../domain/messages/appointment.ts';
import { cancellationMessages } from '../../../domain/messages/change-messages.ts';
import { messageRow, senderOf } from '../_shared/appointment-messages.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { CALL_CHANGES } from '../_shared/limits.ts';
import { appointmentChanged, ownCall, requireChangeable } from '../_shared/own-appointment.ts';
import { requireConsent } from '../_shared/patient.ts';
import { findCall } from '../_shared/scheduled-appointments.ts';

const PATIENT = `firstName:customer_first_name, lastName:customer_last_name, email:customer_email, phone:customer_phone,
  wantsTexts:sms_consent`;

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: CancelAppointmentRequest,
  limit: CALL_CHANGES,
  run: async ({ appointmentId }, context) => {
    const userId = await requireConsent(context);
    const { isBooked, timeZone, ...call } = await ownCall(context, appointmentId);
    // A repeat, whose first answer was lost, finds what it asked for.
    if (!isBooked) return findCall(context, ['id', call.id]);
    const now = context.now().getTime();
    requireChangeable({ ...call, isBooked, timeZone }, now);
    const patient = { ...(await patientOf(context, userId)), timeZone };
    const cancelled = { ...call, sequence: call.sequence + 1, patient };
    const { data } = await context.service
      .rpc('cancel_appointment', {
        p_appointment: { id: call.id, user_id: userId, sequence: call.sequence },
        p_messages: cancellationMessages(cancelled, senderOf(context), now).map(messageRow),
      })
      .throwOnError();
    const kept = await findCall(context, ['id', call.id]);
    // Of two at once the second finds nothing left to do.
    if (data === null && kept?.status !== 'cancelled') throw appointmentChanged();
    return kept;
  },
});

async function patientOf(
  { service }: FunctionContext,
  userId: string,
): Promise<Omit<CalledPatient, 'timeZone'>> {
  const { data } = await service
    .from('customers')
    .select(PATIENT)
    .eq('user_id', userId)
    .single<Omit<CalledPatient, 'timeZone'>>()
    .throwOnError();
  return data;
}
