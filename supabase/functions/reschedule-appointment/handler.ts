import { RescheduleAppointmentRequest } from '../../../domain/contracts/patient/change-appointment.ts';
import { instantFromIso, isoFromInstant, MINUTE } from '../../../domain/time/instant.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { zoneForPatient } from '../_shared/request/headers-with-zone.ts';
import { APPOINTMENT_CHANGES } from '../_shared/request/limits.ts';
import {
  appointmentChanged,
  ownAppointment,
  requireChangeable,
} from '../_shared/appointments/own-appointment.ts';
import { requireConsent } from '../_shared/patients/patient.ts';
import { invalidInput } from '../_shared/answer/problem.ts';
import {
  schedulingFacts,
  slotsOffered,
  slotTaken,
  withoutAppointment,
} from '../_shared/appointments/scheduling.ts';
import { findAppointment } from '../_shared/appointments/scheduled-appointments.ts';
import { moveToFirstFree } from './move.ts';

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: RescheduleAppointmentRequest,
  limit: APPOINTMENT_CHANGES,
  run: async ({ appointmentId, startTime, endTime, host }, context, headers) => {
    await requireConsent(context);
    const appointment = await ownAppointment(context, appointmentId);
    const startsAt = instantFromIso(startTime);
    // A retry after a lost answer finds the appointment already moved.
    if (appointment.isBooked && appointment.startsAt === startsAt)
      return findAppointment(context, ['id', appointment.id]);
    const now = context.now().getTime();
    requireChangeable(appointment, now);
    const facts = await schedulingFacts(context, appointment.slug, { from: startsAt, until: startsAt + 1 });
    if (instantFromIso(endTime) !== startsAt + facts.type.durationMinutes * MINUTE) {
      throw invalidInput('endTime', `This call takes ${facts.type.durationMinutes} minutes`);
    }
    const [slot] = slotsOffered(
      withoutAppointment(facts, appointment),
      { from: startsAt, until: startsAt + 1, now },
      { hostId: appointment.hostId, host },
    );
    const outcome = slot
      ? await moveToFirstFree(context, {
          appointment,
          facts,
          slot,
          timeZone: await zoneForPatient(context, headers),
          now,
        })
      : 'taken';
    const kept = await findAppointment(context, ['id', appointment.id]);
    // If the same request arrives twice, the second finds the appointment already moved.
    const isThere = kept?.status === 'booked' && kept.startTime === isoFromInstant(startsAt);
    if (outcome === 'taken' && !isThere) throw slotTaken();
    if (outcome === 'changed' && !isThere) throw appointmentChanged();
    return kept;
  },
});
