import type { AppointmentPatient } from '../../../domain/messages/appointment.ts';
import { cancellationMessages } from '../../../domain/messages/change-messages.ts';
import type { Instant } from '../../../domain/time/instant.ts';
import { messageRow, senderOf } from './appointment-messages.ts';
import type { FunctionContext } from './context.ts';
import type { OwnAppointment } from './own-appointment.ts';

/** Who is told that a call is canceled. */
export type CalledPatient = Omit<AppointmentPatient, 'timeZone'>;

const PATIENT = `firstName:customer_first_name, lastName:customer_last_name, email:customer_email, phone:customer_phone,
  wantsTexts:sms_consent`;

export async function calledPatient({ service }: FunctionContext, userId: string): Promise<CalledPatient> {
  const { data } = await service
    .from('customers')
    .select(PATIENT)
    .eq('user_id', userId)
    .single<CalledPatient>()
    .throwOnError();
  return data;
}

/** As `cancel_appointment` takes it: the call as it was read, and the messages to patient and host. */
export function cancellation(
  context: FunctionContext,
  { timeZone, ...appointment }: OwnAppointment,
  patient: CalledPatient,
  now: Instant,
) {
  const canceled = {
    ...appointment,
    sequence: appointment.sequence + 1,
    patient: { ...patient, timeZone },
  };
  return {
    appointment: { id: appointment.id, user_id: context.userId, sequence: appointment.sequence },
    messages: cancellationMessages(canceled, senderOf(context), now).map(messageRow),
  };
}
