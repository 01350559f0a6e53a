import { queryOptions } from '@tanstack/react-query';
import { canJoin, nextChange } from '@domain/booking/join-window.ts';
import {
  FetchScheduledAppointmentsAnswer,
  type ScheduledAppointment,
} from '@domain/contracts/patient/fetch-scheduled-appointments.ts';
import { instantFromIso, MINUTE, type Instant } from '@domain/time/instant.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

export type UpcomingAppointment = {
  id: string;
  name: string;
  appointmentType: string;
  isVideo: boolean;
  hostName: string;
  startsAt: Instant;
  endsAt: Instant;
  /** The last moment to move or cancel it. */
  changeableUntil: Instant;
  /** Only while the call can be joined. */
  joinUrl: string | null;
};

const LONGEST_WAIT = 60 * MINUTE;
/** How soon to ask again if a call is open by this device's clock but not yet by the server's. */
const CLOCKS_DIFFER = 15_000;

/** Upcoming calls. Refetched automatically when one can be joined or is over. */
export const appointmentsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['appointments', userId],
    queryFn: fetchAppointments,
    retry: retryOnce,
    refetchInterval: ({ state }) => nextLook(state.data ?? [], Date.now()) ?? false,
  });

/** For parts of every page: each fetches once when it opens, and not again for this. */
export const knownAppointments = (userId: string) => ({
  ...appointmentsQuery(userId),
  refetchOnMount: false,
  retryOnMount: false,
});

async function fetchAppointments(): Promise<UpcomingAppointment[]> {
  const { appointments } = await callFunction('fetch-scheduled-appointments', {
    method: 'GET',
    answer: FetchScheduledAppointmentsAnswer,
    failure: 'Failed to fetch appointments',
  });
  return appointments.map(asCall);
}

const asCall = (appointment: ScheduledAppointment): UpcomingAppointment => ({
  id: appointment.id,
  name: appointment.name,
  appointmentType: appointment.appointmentType,
  isVideo: appointment.interactionType === 'video_call',
  hostName: appointment.hostName,
  startsAt: instantFromIso(appointment.startTime),
  endsAt: instantFromIso(appointment.endTime),
  changeableUntil: instantFromIso(appointment.changeableUntil),
  joinUrl: appointment.joinUrl,
});

/** How long until the list may change. Null if it won't. */
export function nextLook(calls: readonly UpcomingAppointment[], now: Instant): number | null {
  const waits = calls.flatMap((call) => {
    const isLate = call.isVideo && call.joinUrl === null && canJoin(call, now);
    const change = nextChange(call, now);
    return isLate ? [CLOCKS_DIFFER] : change === undefined ? [] : [change - now];
  });
  return waits.length === 0 ? null : Math.min(...waits, LONGEST_WAIT);
}
