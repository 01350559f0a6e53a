import { RescheduleAppointmentRequest } from '../../../domain/contracts/change-appointment.ts';
import { instantFromIso, isoFromInstant, MINUTE } from '../../../domain/time/instant.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { CALL_CHANGES } from '../_shared/limits.ts';
import { appointmentChanged, ownCall, requireChangeable } from '../_shared/own-appointment.ts';
import { requireConsent } from '../_shared/patient.ts';
import { invalidInput } from '../_shared/problem.ts';
import { freeSlots, schedulingFacts, slotTaken, withoutCall, zoneOf } from '../_shared/scheduling.ts';
import { findCall } from '../_shared/scheduled-appointments.ts';
import { moveToFirstFree } from './move.ts';

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: RescheduleAppointmentRequest,
  limit: CALL_CHANGES,
  run: async ({ appointmentId, startTime, endTime }, context, headers) => {
    await requireConsent(context);
    const call = await ownCall(context, appointmentId);
    const startsAt = instantFromIso(startTime);
    // A repeat, whose first answer was lost, finds the call where it was to be.
    if (call.isBooked && call.startsAt === startsAt) return findCall(context, ['id', call.id]);
    const now = context.now().getTime();
    requireChangeable(call, now);
    const facts = await schedulingFacts(context, call.slug, { from: startsAt, until: startsAt + 1 });
    if (instantFromIso(endTime) !== startsAt + facts.type.durationMinutes * MINUTE) {
      throw invalidInput('endTime', `This call takes ${facts.type.durationMinutes} minutes`);
    }
    const [slot] = freeSlots(withoutCall(facts, call), { from: startsAt, until: startsAt + 1, now });
    const outcome = slot
      ? await moveToFirstFree(context, { call, facts, slot, timeZone: zoneOf(headers), now })
      : 'taken';
    const kept = await findCall(context, ['id', call.id]);
    // Of two copies at once the second finds the call where it was to be.
    const isThere = kept?.status === 'booked' && kept.startTime === isoFromInstant(startsAt);
    if (outcome === 'taken' && !isThere) throw slotTaken();
    if (outcome === 'changed' && !isThere) throw appointmentChanged();
    return kept;
  },
});
