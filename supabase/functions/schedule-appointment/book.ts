import type { OfferedSlot } from '../../../domain/booking/slots.ts';
import { bookingMessages } from '../../../domain/messages/booking-messages.ts';
import type { Appointment } from '../../../domain/messages/appointment.ts';
import { MINUTE, isoFromInstant, type Instant } from '../../../domain/time/instant.ts';
import { hostLink } from '../_shared/call-access.ts';
import type { FunctionContext } from '../_shared/context.ts';
import { messageRow, OVERLAPS, senderOf } from '../_shared/appointment-messages.ts';
import { callProcedure } from '../_shared/reach.ts';
import type { SchedulingFacts } from '../_shared/scheduling.ts';

type Booking = {
  submissionId: string | null;
  facts: SchedulingFacts;
  slot: OfferedSlot;
  timeZone: string;
  now: Instant;
};
type Outcome = { id: string } | 'taken' | 'reused' | 'too many';

// What PostgreSQL says when the submission id stands for another appointment.
const NOT_UNIQUE = '23505';
// What book_appointment says to somebody with as many appointments ahead as one may have.
const TOO_MANY = 'PT409';

/** Books the appointment with the first of the free hosts who is still free when the database decides. */
export async function bookFirstFree(context: FunctionContext, booking: Booking): Promise<Outcome> {
  for (const hostId of booking.slot.hostIds) {
    const unlinked = appointmentWith(hostId, booking);
    const appointment = { ...unlinked, hostLink: await hostLink(context, unlinked) };
    const { id, refusal } = await callProcedure(context, 'book_appointment', {
      p_appointment: appointmentRow(appointment, hostId, booking),
      p_messages: bookingMessages(appointment, senderOf(context), booking.now).map(messageRow),
    });
    if (!refusal) return { id: id! };
    if (refusal.code === NOT_UNIQUE) return 'reused';
    if (refusal.code === TOO_MANY) return 'too many';
    if (refusal.code !== OVERLAPS) throw refusal;
    // Another host does not help a patient who has another appointment then.
    if (refusal.message.includes('one_call_per_patient')) return 'taken';
  }
  return 'taken';
}

function appointmentWith(hostId: string, { facts, slot, timeZone }: Booking): Appointment {
  const { name, interactionType } = facts.type;
  return {
    id: crypto.randomUUID(),
    sequence: 0,
    name,
    interactionType,
    startsAt: slot.startsAt,
    endsAt: slot.endsAt,
    host: facts.hosts.find(({ id }) => id === hostId)!,
    patient: { ...facts.patient, timeZone },
  };
}

const appointmentRow = (appointment: Appointment, hostId: string, booking: Booking) => ({
  id: appointment.id,
  user_id: booking.facts.patient.userId,
  host_id: hostId,
  appointment_type_id: booking.facts.type.id,
  starts_at: isoFromInstant(appointment.startsAt),
  ends_at: isoFromInstant(appointment.endsAt),
  busy_until: isoFromInstant(appointment.endsAt + booking.facts.type.bufferMinutes * MINUTE),
  time_zone: booking.timeZone,
  submission_id: booking.submissionId,
});
