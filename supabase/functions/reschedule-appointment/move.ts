import { OVERLAPS } from '../_shared/appointments/appointment-notifications.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { moveWith, type MoveRequest } from '../_shared/appointments/move.ts';
import { callProcedure } from '../_shared/answer/reach.ts';

type Outcome = 'moved' | 'taken' | 'changed';

/** Moves the appointment to the first of the free hosts who is still free when the database decides. */
export async function moveToFirstFree(context: FunctionContext, wish: MoveRequest): Promise<Outcome> {
  for (const hostId of wish.slot.hostIds) {
    const change = await moveWith(context, wish, hostId);
    const { id, refusal } = await callProcedure(context, 'move_appointment', change);
    if (!refusal) return id === null ? 'changed' : 'moved';
    if (refusal.code !== OVERLAPS) throw refusal;
    // Another host does not help a patient who has another appointment then.
    if (refusal.message.includes('one_call_per_patient')) return 'taken';
  }
  return 'taken';
}
