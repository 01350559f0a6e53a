import type { ScheduledAppointment } from '../../../domain/contracts/patient/fetch-scheduled-appointments.ts';
import { ScheduleAppointmentRequest } from '../../../domain/contracts/patient/schedule-appointment.ts';
import { IDEMPOTENCY_KEY } from '../../../domain/contracts/fields/submission.ts';
import { MINUTE, instantFromIso, isoFromInstant, type Instant } from '../../../domain/time/instant.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { zoneForPatient } from '../_shared/request/headers-with-zone.ts';
import { APPOINTMENT_CHANGES } from '../_shared/request/limits.ts';
import { consentRequired } from '../_shared/patients/patient.ts';
import { FunctionProblem, invalidInput } from '../_shared/answer/problem.ts';
import { schedulingFacts, slotsOffered, slotTaken } from '../_shared/appointments/scheduling.ts';
import { findAppointment } from '../_shared/appointments/scheduled-appointments.ts';
import { submissionIdOf } from '../_shared/patients/submission.ts';
import { bookFirstFree } from './book.ts';

type Asked = { slug: string; startsAt: Instant; submissionId: string | null };

/**
 * The browser only decides the type, the start and the selected host. The server works out everything else
 * again.
 */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: ScheduleAppointmentRequest,
  limit: APPOINTMENT_CHANGES,
  run: async ({ appointmentType: slug, startTime, endTime, host }, context, headers) => {
    const asked = { slug, startsAt: instantFromIso(startTime), submissionId: submissionIdOf(headers) };
    const { startsAt, submissionId } = asked;
    const facts = await schedulingFacts(context, slug, { from: startsAt, until: startsAt + 1 });
    if (!facts.patient.hasConsented) throw consentRequired();
    if (instantFromIso(endTime) !== startsAt + facts.type.durationMinutes * MINUTE) {
      throw invalidInput('endTime', `This call takes ${facts.type.durationMinutes} minutes`);
    }
    const now = context.now().getTime();
    const [slot] = slotsOffered(facts, { from: startsAt, until: startsAt + 1, now }, { host });
    // A retry conflicts with the appointment that the first request booked.
    if (!slot) return answerRepeat(context, asked);
    const booking = { submissionId, facts, slot, timeZone: await zoneForPatient(context, headers), now };
    const outcome = await bookFirstFree(context, booking);
    if (outcome === 'taken') throw slotTaken();
    if (outcome === 'reused') throw submissionReused();
    if (outcome === 'too many') throw tooManyAppointments();
    return findAppointment(context, ['id', outcome.id]);
  },
});

async function answerRepeat(context: FunctionContext, asked: Asked): Promise<ScheduledAppointment> {
  const earlier =
    asked.submissionId && (await findAppointment(context, ['submission_id', asked.submissionId]));
  if (!earlier) throw slotTaken();
  const isSame =
    earlier.appointmentType === asked.slug && earlier.startTime === isoFromInstant(asked.startsAt);
  if (!isSame) throw submissionReused();
  return earlier;
}

const tooManyAppointments = () =>
  new FunctionProblem(
    409,
    'too_many_calls',
    'You already have 10 upcoming calls. Please cancel one before you book another.',
  );

const submissionReused = () =>
  new FunctionProblem(
    409,
    'submission_reused',
    `${IDEMPOTENCY_KEY}: Another call was already booked with this id`,
  );
