import type { AppointmentPatient } from '../../../../domain/notifications/appointment.ts';
import { cancellationNotifications } from '../../../../domain/notifications/change-notifications.ts';
import type { Instant } from '../../../../domain/time/instant.ts';
import { messageRow, senderOf } from './appointment-notifications.ts';
import type { FunctionContext } from '../request/context.ts';
import type { OwnAppointment } from './own-appointment.ts';

/** Who gets a message about a canceled call. */
export type AppointmentPatientRow = Omit<AppointmentPatient, 'timeZone'>;

const PATIENT = `firstName:customer_first_name, lastName:customer_last_name, email:customer_email, phone:customer_phone,
  wantsTexts:sms_consent`;

export async function calledPatient(
  { service }: FunctionContext,
  userId: string,
): Promise<AppointmentPatientRow> {
  const { data } = await service
    .from('customers')
    .select(PATIENT)
    .eq('user_id', userId)
    .single<AppointmentPatientRow>()
    .throwOnError();
  return data;
}

/** The parameters of `cancel_appointment`: the call as read, and the messages to patient and host. */
export function cancellation(
  context: FunctionContext,
  { timeZone, ...appointment }: OwnAppointment,
  patient: AppointmentPatientRow,
  now: Instant,
) {
  const canceled = {
    ...appointment,
    sequence: appointment.sequence + 1,
    patient: { ...patient, timeZone },
  };
  return {
    appointment: { id: appointment.id, user_id: context.userId, sequence: appointment.sequence },
    messages: cancellationNotifications(canceled, senderOf(context), now).map(messageRow),
  };
}
