import type * as z from 'zod/mini';
import { first } from '../../../domain/booking/own-coach.ts';
import type { TeamCallsRequest } from '../../../domain/contracts/team/team-calls.ts';
import { cancellationNotifications } from '../../../domain/notifications/change-notifications.ts';
import { instantFromIso, MINUTE, type Instant } from '../../../domain/time/instant.ts';
import { messageRow, OVERLAPS, senderOf } from '../_shared/appointments/appointment-notifications.ts';
import { bookingWith, type Change } from '../_shared/appointments/book.ts';
import { codeOf } from '../_shared/request/define-function.ts';
import type { WritingTeam } from '../_shared/request/define-team-function.ts';
import { familiarFirst, moveWith, type MoveRequest } from '../_shared/appointments/move.ts';
import type { OwnAppointment } from '../_shared/appointments/own-appointment.ts';
import { FunctionProblem, invalidInput } from '../_shared/answer/problem.ts';
import {
  freeSlots,
  slotTaken,
  unknownType,
  whoCouldTake,
  withoutAppointment,
  type SchedulingFacts,
} from '../_shared/appointments/scheduling.ts';
import {
  teamAppointmentIn,
  type FoundAppointment,
  type TeamAppointment,
} from '../_shared/appointments/team-appointment.ts';

type Request = z.output<typeof TeamCallsRequest>;
type Asked = Exclude<Request, { action: 'outcome' }>;
type Booked = TeamAppointment & { appointment: OwnAppointment };
type Answer = { done: unknown };
type AskedTimes = { startTime: string; endTime?: string | null | undefined; host?: string | undefined };

/** book_appointment's error for a patient with the most upcoming calls allowed. */
const TOO_MANY = 'too_many_calls';
/** Its error for a call type that was hidden in the meantime. */
const HIDDEN = 'unknown_appointment_type';

/**
 * Books, moves, reassigns or cancels a call with the patient's slots, rules, messages and procedures. Only
 * the notice doesn't bind the team, because someone who falls ill in the morning has to cancel that day's
 * calls.
 */
export async function changeCall(asked: Asked, team: WritingTeam): Promise<unknown> {
  const write = (change?: Change) =>
    team.write('team_change_call', { p_asked: asked, ...change }) as Promise<FoundAppointment | Answer>;
  const found = await write();
  // The same request came before.
  if ('done' in found) return found.done;
  const call = teamAppointmentIn(found);
  for (const change of changesOf(asked, call, team)) {
    const answer = await attempt(write, await change());
    if (answer) return answer.done;
  }
  throw slotTaken();
}

/** One for each possible host, one after another. */
function changesOf(asked: Asked, call: TeamAppointment, team: WritingTeam): (() => Promise<Change>)[] {
  const now = team.now().getTime();
  if (asked.action === 'book') {
    const { facts, timeZone } = call;
    const slot = slotAt(facts, asked, now);
    const booking = { submissionId: null, facts, slot, timeZone, now, byTeam: true };
    const hosts = first(slot.hostIds, [team.person.id, facts.coachId]);
    return hosts.map((host) => () => bookingWith(team, booking, host));
  }
  const booked = call as Booked;
  if (asked.action === 'cancel') return [async () => cancellation(asked.words, booked, team)];
  const wish = asked.action === 'move' ? moveOf(booked, asked, now) : giftOf(booked, asked.to, now);
  return familiarFirst(wish).map((host) => () => moveWith(team, wish, host));
}

function moveOf(call: Booked, asked: AskedTimes, now: Instant): MoveRequest {
  const slot = slotAt(withoutAppointment(call.facts, call.appointment), asked, now);
  return { ...call, slot, now, byTeam: true };
}

function giftOf(call: Booked, to: string, now: Instant): MoveRequest {
  const { startsAt, endsAt, hostId } = call.appointment;
  const isFree = whoCouldTake(call.facts, call.appointment).some(({ id }) => id === to && id !== hostId);
  if (!isFree) {
    throw new FunctionProblem(
      409,
      'slot_taken',
      'This colleague isn’t free then, or doesn’t take this type of call.',
    );
  }
  return { ...call, slot: { startsAt, endsAt, hostIds: [to] }, now, byTeam: true };
}

function slotAt(facts: SchedulingFacts, asked: AskedTimes, now: Instant) {
  const startsAt = instantFromIso(asked.startTime);
  if (asked.endTime && instantFromIso(asked.endTime) !== startsAt + facts.type.durationMinutes * MINUTE) {
    throw invalidInput('endTime', `This call takes ${facts.type.durationMinutes} minutes`);
  }
  const [slot] = freeSlots(facts, { from: startsAt, until: startsAt + 1, now });
  if (!slot) throw slotTaken();
  if (asked.host === undefined) return slot;
  if (!slot.hostIds.includes(asked.host)) throw slotTaken();
  return { ...slot, hostIds: [asked.host] };
}

function cancellation(words: string, { appointment, facts, timeZone }: Booked, team: WritingTeam): Change {
  const { patient } = facts;
  const cancelled = {
    ...appointment,
    sequence: appointment.sequence + 1,
    patient: { ...patient, timeZone },
  };
  const messages = cancellationNotifications(cancelled, senderOf(team), team.now().getTime(), words);
  return {
    p_appointment: { id: appointment.id, user_id: patient.userId, sequence: appointment.sequence },
    p_messages: messages.map(messageRow),
  };
}

/** Undefined if another booking of this host was faster. */
async function attempt(
  write: (change: Change) => Promise<unknown>,
  change: Change,
): Promise<Answer | undefined> {
  try {
    return (await write(change)) as Answer;
  } catch (error) {
    const message = error instanceof Error ? error.message : String((error as { message?: unknown }).message);
    if (message === TOO_MANY) {
      throw new FunctionProblem(409, 'too_many_calls', 'This patient already has 10 upcoming calls.');
    }
    if (message === HIDDEN) throw unknownType();
    if (codeOf(error) !== OVERLAPS) throw error;
    // Another host does not help a patient who has another call then.
    if (message.includes('one_call_per_patient')) throw slotTaken();
    return undefined;
  }
}
