import { first } from '../../../../domain/booking/own-coach.ts';
import type { OfferedSlot } from '../../../../domain/booking/slots.ts';
import type { Appointment, Move } from '../../../../domain/notifications/appointment.ts';
import { moveNotifications } from '../../../../domain/notifications/change-notifications.ts';
import { isoFromInstant, MINUTE, type Instant } from '../../../../domain/time/instant.ts';
import { messageRow, senderOf } from './appointment-notifications.ts';
import type { Change, Sending } from './book.ts';
import { hostLink } from './call-access.ts';
import type { OwnAppointment } from './own-appointment.ts';
import type { SchedulingFacts } from './scheduling.ts';

export type MoveRequest = {
  appointment: OwnAppointment;
  facts: SchedulingFacts;
  slot: Pick<OfferedSlot, 'startsAt' | 'endsAt' | 'hostIds'>;
  timeZone: string;
  now: Instant;
  byTeam?: boolean;
};

/** The expected host comes first: the call's host, then the patient's own coach, then the next free one. */
export const familiarFirst = ({
  appointment,
  facts,
  slot,
}: Pick<MoveRequest, 'appointment' | 'facts' | 'slot'>): string[] =>
  first(slot.hostIds, [appointment.hostId, facts.coachId]);

export async function moveWith(context: Sending, wish: MoveRequest, hostId: string): Promise<Change> {
  const { from, to } = moveTo(hostId, wish);
  const move = { from, to: { ...to, hostLink: await hostLink(context, to) } };
  return {
    p_appointment: changedRow(move, hostId, wish),
    p_messages: moveNotifications(move, senderOf(context), wish.now).map(messageRow),
  };
}

function moveTo(hostId: string, { appointment, facts, slot, timeZone, byTeam = false }: MoveRequest): Move {
  const from: Appointment = { ...appointment, patient: { ...facts.patient, timeZone }, byTeam };
  const { startsAt, endsAt } = slot;
  const host = facts.hosts.find(({ id }) => id === hostId)!;
  return { from, to: { ...from, sequence: appointment.sequence + 1, startsAt, endsAt, host } };
}

const changedRow = ({ to }: Move, hostId: string, { appointment, facts, timeZone }: MoveRequest) => ({
  id: appointment.id,
  user_id: facts.patient.userId,
  sequence: appointment.sequence,
  host_id: hostId,
  starts_at: isoFromInstant(to.startsAt),
  ends_at: isoFromInstant(to.endsAt),
  busy_until: isoFromInstant(to.endsAt + facts.type.bufferMinutes * MINUTE),
  time_zone: timeZone,
});
