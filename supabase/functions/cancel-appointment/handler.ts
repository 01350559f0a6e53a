import { CancelAppointmentRequest } from '../../../domain/contracts/patient/change-appointment.ts';
import { calledPatient, cancellation } from '../_shared/appointments/cancellation.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { APPOINTMENT_CHANGES } from '../_shared/request/limits.ts';
import {
  appointmentChanged,
  ownAppointment,
  requireChangeable,
} from '../_shared/appointments/own-appointment.ts';
import { requireConsent } from '../_shared/patients/patient.ts';
import { findAppointment } from '../_shared/appointments/scheduled-appointments.ts';

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: CancelAppointmentRequest,
  limit: APPOINTMENT_CHANGES,
  run: async ({ appointmentId }, context) => {
    const userId = await requireConsent(context);
    const appointment = await ownAppointment(context, appointmentId);
    // A retry after a lost answer finds the call already canceled.
    if (!appointment.isBooked) return findAppointment(context, ['id', appointment.id]);
    const now = context.now().getTime();
    requireChangeable(appointment, now);
    const asked = cancellation(context, appointment, await calledPatient(context, userId), now);
    const { data } = await context.service
      .rpc('cancel_appointment', { p_appointment: asked.appointment, p_messages: asked.messages })
      .throwOnError();
    const kept = await findAppointment(context, ['id', appointment.id]);
    // If two requests arrive at the same moment, the second has nothing left to do.
    if (data === null && kept?.status !== 'cancelled') throw appointmentChanged();
    return kept;
  },
});
