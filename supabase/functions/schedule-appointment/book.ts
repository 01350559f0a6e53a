import { OVERLAPS } from '../_shared/appointments/appointment-notifications.ts';
import { bookingWith, type NewAppointment } from '../_shared/appointments/book.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { callProcedure } from '../_shared/answer/reach.ts';
import { unknownType } from '../_shared/appointments/scheduling.ts';

type Outcome = { id: string } | 'taken' | 'reused' | 'too many';

// PostgreSQL's error if the submission id belongs to another appointment.
const NOT_UNIQUE = '23505';
// book_appointment's error for a patient with the most upcoming appointments allowed.
const TOO_MANY = 'PT409';
// Its error for a call type that was hidden in the meantime.
const HIDDEN = 'PT404';

/** Books the appointment with the first of the free hosts who is still free when the database decides. */
export async function bookFirstFree(context: FunctionContext, booking: NewAppointment): Promise<Outcome> {
  for (const hostId of booking.slot.hostIds) {
    const change = await bookingWith(context, booking, hostId);
    const { id, refusal } = await callProcedure(context, 'book_appointment', change);
    if (!refusal) return { id: id! };
    if (refusal.code === NOT_UNIQUE) return 'reused';
    if (refusal.code === TOO_MANY) return 'too many';
    if (refusal.code === HIDDEN) throw unknownType();
    if (refusal.code !== OVERLAPS) throw refusal;
    // Another host does not help a patient who has another appointment then.
    if (refusal.message.includes('one_call_per_patient')) return 'taken';
  }
  return 'taken';
}
