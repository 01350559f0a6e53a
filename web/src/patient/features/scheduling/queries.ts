import { queryOptions } from '@tanstack/react-query';
import { dayWindow } from '@domain/booking/day-window.ts';
import { FetchAppointmentSlotsAnswer } from '@domain/contracts/patient/fetch-appointment-slots.ts';
import { AppointmentType } from '@domain/contracts/patient/fetch-appointment-type.ts';
import { instantFromIso, isoFromInstant, MINUTE, type Instant } from '@domain/time/instant.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { shownZone } from '@/lib/dates/shown-zone.ts';

/** `host` is the expected host, if the patient's own coach takes such calls. */
export type TimeSlot = {
  startsAt: Instant;
  endsAt: Instant;
  host?: { id: string; name: string } | undefined;
};
/** What to find slots for: a call type, or another time for an existing call. */
export type SlotSearch = { slug: string; moving?: string | undefined; others?: boolean };

/** How long a slot that someone else took may stay on screen. */
const LOOK_AGAIN = MINUTE / 2;

export const appointmentTypeQuery = (slug: string) =>
  queryOptions({
    queryKey: ['appointment-type', slug],
    queryFn: () => fetchType(slug),
    enabled: slug !== '',
    retry: false,
    retryOnMount: false, // the page requested it just before
    staleTime: 5 * MINUTE,
  });

const fetchType = (slug: string): Promise<AppointmentType> =>
  callFunction(`fetch-appointment-type?${new URLSearchParams({ appointmentType: slug })}`, {
    method: 'GET',
    answer: AppointmentType,
  });

/** The slots of one day in the patient's calendar. For today, those from now on. */
export const slotsQuery = (search: SlotSearch, date: LocalDate) =>
  queryOptions({
    queryKey: ['appointment-slots', search.slug, date, search.moving ?? null, search.others ?? false],
    queryFn: () => {
      const { searchFrom, searchUntil } = dayWindow({ date, now: Date.now(), zone: shownZone() });
      return fetchSlots(search, searchFrom, searchUntil);
    },
    enabled: search.slug !== '',
    retry: false,
    retryOnMount: false, // the page requested it just before
    // After a failure, shows a button to try again instead of repeated messages.
    refetchInterval: ({ state }) => (state.status === 'error' ? false : LOOK_AGAIN),
  });

export async function fetchSlots(
  { slug, moving, others }: SlotSearch,
  from: Instant,
  until: Instant,
): Promise<TimeSlot[]> {
  const query = new URLSearchParams({
    appointmentType: slug,
    searchFrom: isoFromInstant(from),
    searchUntil: isoFromInstant(until),
    ...(moving && { moving }),
    ...(others && { others: 'true' }),
  });
  const slots = await callFunction(`fetch-appointment-slots?${query}`, {
    method: 'GET',
    answer: FetchAppointmentSlotsAnswer,
  });
  return slots.map(({ start_time, end_time, host }) => ({
    startsAt: instantFromIso(start_time),
    endsAt: instantFromIso(end_time),
    host,
  }));
}
