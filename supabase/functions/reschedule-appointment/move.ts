import type { OfferedSlot } from '../../../domain/booking/slots.ts';
import type { Appointment, Move } from '../../../domain/messages/appointment.ts';
import { moveMessages } from '../../../domain/messages/change-messages.ts';
import { isoFromInstant, MINUTE, type Instant } from '../../../domain/time/instant.ts';
import { messageRow, OVERLAPS, senderOf } from '../_shared/appointment-messages.ts';
import { hostLink } from '../_shared/call-access.ts';
import type { FunctionContext } from '../_shared/context.ts';
import type { OwnAppointment } from '../_shared/own-appointment.ts';
import { callProcedure } from '../_shared/reach.ts';
import type { SchedulingFacts } from '../_shared/scheduling.ts';

type Wish = {
  appointment: OwnAppointment;
  facts: SchedulingFacts;
  slot: OfferedSlot;
  timeZone: string;
  now: Instant;
};
type Outcome = 'moved' | 'taken' | 'changed';

/** Moves the appointment to the first of the free hosts who is still free when the database decides. */
export async function moveToFirstFree(context: FunctionContext, wish: Wish): Promise<Outcome> {
  for (const hostId of familiarFirst(wish)) {
    const { from, to } = moveTo(hostId, wish);
    const move = { from, to: { ...to, hostLink: await hostLink(context, to) } };
    const { id, refusal } = await callProcedure(context, 'move_appointment', {
      p_appointment: changedRow(move, hostId, wish),
      p_messages: moveMessages(move, senderOf(context), wish.now).map(messageRow),
    });
    if (!refusal) return id === null ? 'changed' : 'moved';
    if (refusal.code !== OVERLAPS) throw refusal;
    // Another host does not help a patient who has another appointment then.
    if (refusal.message.includes('one_call_per_patient')) return 'taken';
  }
  return 'taken';
}

/** The host whom the patient expects, if they have time; otherwise whoever is next. */
const familiarFirst = ({ appointment, slot: { hostIds } }: Wish): string[] =>
  hostIds.toSorted((one, other) => Number(other === appointment.hostId) - Number(one === appointment.hostId));

function moveTo(hostId: string, { appointment, facts, slot, timeZone }: Wish): Move {
  const from: Appointment = { ...appointment, patient: { ...facts.patient, timeZone } };
  const { startsAt, endsAt } = slot;
  const host = facts.hosts.find(({ id }) => id === hostId)!;
  return { from, to: { ...from, sequence: appointment.sequence + 1, startsAt, endsAt, host } };
}

const changedRow = ({ to }: Move, hostId: string, { appointment, facts, timeZone }: Wish) => ({
  id: appointment.id,
  user_id: facts.patient.userId,
  sequence: appointment.sequence,
  host_id: hostId,
  starts_at: isoFromInstant(to.startsAt),
  ends_at: isoFromInstant(to.endsAt),
  busy_until: isoFromInstant(to.endsAt + facts.type.bufferMinutes * MINUTE),
  time_zone: timeZone,
});
