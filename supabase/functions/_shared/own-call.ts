import { canChange } from '../../../domain/booking/change-window.ts';
import type { InteractionType } from '../../../domain/contracts/fetch-appointment-type.ts';
import type { Call } from '../../../domain/messages/call.ts';
import { instantFromIso, type Instant } from '../../../domain/time/instant.ts';
import type { FunctionContext } from './context.ts';
import { FunctionProblem } from './problem.ts';

/** A call of the patient who asks, with what a change must know. */
export type OwnCall = Omit<Call, 'patient'> & {
  slug: string;
  hostId: string;
  /** Of the browser that booked it. */
  timeZone: string;
  isBooked: boolean;
  minimumNoticeMinutes: number;
};

type Row = {
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

/** Somebody else's call is as unknown as one that does not exist. */
export async function ownCall({ service, userId }: FunctionContext, id: string): Promise<OwnCall> {
  const { data } = await service
    .from('calls')
    .select(COLUMNS)
    .eq('user_id', userId)
    .eq('id', id)
    .maybeSingle<Row>()
    .throwOnError();
  if (!data) throw new FunctionProblem(404, 'unknown_appointment', 'There is no such call.');
  return {
    id: data.id,
    sequence: data.sequence,
    name: data.name,
    slug: data.slug,
    interactionType: data.interaction_type,
    startsAt: instantFromIso(data.starts_at),
    endsAt: instantFromIso(data.ends_at),
    host: { name: data.host_name, email: data.host_email, timeZone: data.host_time_zone },
    hostId: data.host_id,
    timeZone: data.time_zone,
    isBooked: data.status === 'booked',
    minimumNoticeMinutes: data.minimum_notice_minutes,
  };
}

export function requireChangeable(call: OwnCall, now: Instant): void {
  if (!call.isBooked) throw appointmentChanged();
  if (canChange(call, now)) return;
  throw new FunctionProblem(
    409,
    'too_late',
    'This call starts too soon to be changed here. Please contact your coach.',
  );
}

export const appointmentChanged = () =>
  new FunctionProblem(
    409,
    'appointment_changed',
    'This call was changed meanwhile. Please look at it again.',
  );
