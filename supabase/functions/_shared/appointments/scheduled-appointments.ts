import { changeableUntil } from '../../../../domain/booking/change-window.ts';
import { canJoin } from '../../../../domain/booking/join-window.ts';
import type { ScheduledAppointment } from '../../../../domain/contracts/patient/fetch-scheduled-appointments.ts';
import { instantFromIso, isoFromInstant } from '../../../../domain/time/instant.ts';
import type { FunctionContext } from '../request/context.ts';
import { noAccess } from '../patients/patient.ts';

type Row = {
  id: string;
  name: string;
  slug: string;
  interaction_type: ScheduledAppointment['interactionType'];
  host_name: string;
  starts_at: string;
  ends_at: string;
  status: ScheduledAppointment['status'];
  room: string;
  minimum_notice_minutes: number;
};

const COLUMNS =
  'id, name, slug, interaction_type, host_name, starts_at, ends_at, status, room, minimum_notice_minutes';

/** The patient's appointments that are not over, soonest first; none before consent. */
export async function upcomingAppointments(context: FunctionContext): Promise<ScheduledAppointment[]> {
  const { data } = await context.service
    .rpc('coming_calls', { p_user: context.userId, p_now: context.now().toISOString() })
    .throwOnError();
  if (!data) throw noAccess();
  return (data as Row[]).map((row) => asAppointment(row, context));
}

/** One appointment of the patient's, by its id or by the submission that booked it. */
export async function findAppointment(
  context: FunctionContext,
  [column, value]: ['id' | 'submission_id', string],
): Promise<ScheduledAppointment | null> {
  const { data } = await context.service
    .from('calls')
    .select(COLUMNS)
    .eq('user_id', context.userId)
    .eq(column, value)
    .maybeSingle<Row>()
    .throwOnError();
  return data && asAppointment(data, context);
}

function asAppointment(row: Row, { portal, now }: FunctionContext): ScheduledAppointment {
  const [startsAt, endsAt] = [instantFromIso(row.starts_at), instantFromIso(row.ends_at)];
  const hasRoom = row.interaction_type === 'video_call' && row.status === 'booked';
  const isOpen = hasRoom && canJoin({ startsAt, endsAt }, now().getTime());
  return {
    id: row.id,
    name: row.name,
    startTime: isoFromInstant(startsAt),
    endTime: isoFromInstant(endsAt),
    appointmentType: row.slug,
    interactionType: row.interaction_type,
    hostName: row.host_name,
    joinUrl: isOpen ? portal.callUrlPattern.replaceAll('{room}', row.room) : null,
    changeableUntil: isoFromInstant(
      changeableUntil({ startsAt, minimumNoticeMinutes: row.minimum_notice_minutes }),
    ),
    status: row.status,
  };
}
