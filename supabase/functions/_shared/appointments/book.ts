import type { OfferedSlot } from '../../../../domain/booking/slots.ts';
import { bookingNotifications } from '../../../../domain/notifications/booking-notifications.ts';
import type { Appointment } from '../../../../domain/notifications/appointment.ts';
import { MINUTE, isoFromInstant, type Instant } from '../../../../domain/time/instant.ts';
import { hostLink } from './call-access.ts';
import type { FunctionContext } from '../request/context.ts';
import { messageRow, senderOf } from './appointment-notifications.ts';
import type { SchedulingFacts } from './scheduling.ts';

export type NewAppointment = {
  submissionId: string | null;
  facts: SchedulingFacts;
  slot: OfferedSlot;
  timeZone: string;
  now: Instant;
  byTeam?: boolean;
};

/** The parameters of the procedures for appointments: the row, and all messages about it. */
export type Change = { p_appointment: object; p_messages: object[] };
export type Sending = Pick<FunctionContext, 'portal' | 'signCallToken'>;

export async function bookingWith(
  context: Sending,
  booking: NewAppointment,
  hostId: string,
): Promise<Change> {
  const unlinked = appointmentWith(hostId, booking);
  const appointment = { ...unlinked, hostLink: await hostLink(context, unlinked) };
  return {
    p_appointment: appointmentRow(appointment, hostId, booking),
    p_messages: bookingNotifications(appointment, senderOf(context), booking.now).map(messageRow),
  };
}

function appointmentWith(
  hostId: string,
  { facts, slot, timeZone, byTeam = false }: NewAppointment,
): Appointment {
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
    byTeam,
  };
}

const appointmentRow = (appointment: Appointment, hostId: string, booking: NewAppointment) => ({
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
