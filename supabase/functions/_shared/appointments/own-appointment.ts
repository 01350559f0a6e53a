import { canChange } from '../../../../domain/booking/change-window.ts';
import type { InteractionType } from '../../../../domain/contracts/fields/interaction-type.ts';
import type { Appointment } from '../../../../domain/notifications/appointment.ts';
import { instantFromIso, type Instant } from '../../../../domain/time/instant.ts';
import type { FunctionContext } from '../request/context.ts';
import { FunctionProblem } from '../answer/problem.ts';

/** The calling patient's appointment, with the facts a change needs. */
export type OwnAppointment = Omit<Appointment, 'patient'> & {
  slug: string;
  hostId: string;
  /** The zone of the browser that booked it. */
  timeZone: string;
  isBooked: boolean;
  minimumNoticeMinutes: number;
};

/** From the view `calls`. */
export type AppointmentRow = {
  id: string;
  sequence: number;
  name: string;
  slug: string;
  interaction_type: InteractionType;
  starts_at: string;
  ends_at: string;
  status: string;
  time_zone: string;
  minimum_notice_minutes: number;
  host_id: string;
  host_name: string;
  host_email: string;
  host_time_zone: string;
};

const COLUMNS = `id, sequence, name, slug, interaction_type, starts_at, ends_at, status, time_zone, minimum_notice_minutes,
  host_id, host_name, host_email, host_time_zone`;

/** Another patient's appointment gets the same answer as one that does not exist. */
export async function ownAppointment(
  { service, userId }: FunctionContext,
  id: string,
): Promise<OwnAppointment> {
  const { data } = await service
    .from('calls')
    .select(COLUMNS)
    .eq('user_id', userId)
    .eq('id', id)
    .maybeSingle<AppointmentRow>()
    .throwOnError();
  if (!data) throw new FunctionProblem(404, 'unknown_appointment', 'We can’t find this call.');
  return appointmentFrom(data);
}

/** The calling patient's booked calls that have not started. */
export async function appointmentsAhead({
  service,
  userId,
  now,
}: FunctionContext): Promise<OwnAppointment[]> {
  const { data } = await service
    .from('calls')
    .select(COLUMNS)
    .eq('user_id', userId)
    .eq('status', 'booked')
    .gt('starts_at', now().toISOString())
    .overrideTypes<AppointmentRow[], { merge: false }>()
    .throwOnError();
  return data.map(appointmentFrom);
}

export const appointmentFrom = (row: AppointmentRow): OwnAppointment => ({
  id: row.id,
  sequence: row.sequence,
  name: row.name,
  slug: row.slug,
  interactionType: row.interaction_type,
  startsAt: instantFromIso(row.starts_at),
  endsAt: instantFromIso(row.ends_at),
  host: { name: row.host_name, email: row.host_email, timeZone: row.host_time_zone },
  hostId: row.host_id,
  timeZone: row.time_zone,
  isBooked: row.status === 'booked',
  minimumNoticeMinutes: row.minimum_notice_minutes,
});

export function requireChangeable(appointment: OwnAppointment, now: Instant): void {
  if (!appointment.isBooked) throw appointmentChanged();
  if (canChange(appointment, now)) return;
  throw new FunctionProblem(
    409,
    'too_late',
    'This call starts too soon to change it here. Please contact your coach.',
  );
}

export const appointmentChanged = () =>
  new FunctionProblem(
    409,
    'appointment_changed',
    'This call was changed in the meantime. Please check it again.',
  );
