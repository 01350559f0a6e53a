import { CancelAppointmentRequest } from '../../../domain/contracts/change-appointment.ts';
import type { AppointmentPatient } from '../../../domain/messages/appointment.ts';
import { cancellationMessages } from '../../../domain/messages/change-messages.ts';
import { messageRow, senderOf } from '../_shared/appointment-messages.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { APPOINTMENT_CHANGES } from '../_shared/limits.ts';
import { appointmentChanged, ownAppointment, requireChangeable } from '../_shared/own-appointment.ts';
import { requireConsent } from '../_shared/patient.ts';
import { findAppointment } from '../_shared/scheduled-appointments.ts';

const PATIENT = `firstName:customer_first_name, lastName:customer_last_name, email:customer_email, phone:customer_phone,
  wantsTexts:sms_consent`;

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: CancelAppointmentRequest,
  limit: APPOINTMENT_CHANGES,
  run: async ({ appointmentId }, context) => {
    const userId = await requireConsent(context);
    const { isBooked, timeZone, ...appointment } = await ownAppointment(context, appointmentId);
    // A repeat, whose first answer was lost, finds what it asked for.
    if (!isBooked) return findAppointment(context, ['id', appointment.id]);
    const now = context.now().getTime();
    requireChangeable({ ...appointment, isBooked, timeZone }, now);
    const patient = { ...(await patientOf(context, userId)), timeZone };
    const cancelled = { ...appointment, sequence: appointment.sequence + 1, patient };
    const { data } = await context.service
      .rpc('cancel_appointment', {
        p_appointment: { id: appointment.id, user_id: userId, sequence: appointment.sequence },
        p_messages: cancellationMessages(cancelled, senderOf(context), now).map(messageRow),
      })
      .throwOnError();
    const kept = await findAppointment(context, ['id', appointment.id]);
    // Of two at once the second finds nothing left to do.
    if (data === null && kept?.status !== 'cancelled') throw appointmentChanged();
    return kept;
  },
});

async function patientOf(
  { service }: FunctionContext,
  userId: string,
): Promise<Omit<AppointmentPatient, 'timeZone'>> {
  const { data } = await service
    .from('customers')
    .select(PATIENT)
    .eq('user_id', userId)
    .single<Omit<AppointmentPatient, 'timeZone'>>()
    .throwOnError();
  return data;
}
