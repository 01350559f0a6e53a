import type { Query } from '../database/query-types.ts';
import { TODAY } from './moments.ts';
import { DEMO_TIME_ZONE } from './team.ts';

/**
 * The busy times from the coach's own calendar: lunch twice a week. The demo contacts no other server, so
 * these times are never read again.
 */
export async function addOwnCalendar(query: Query): Promise<void> {
  await query(
    `with connected as (
       insert into private.busy_calendars (person_id, address, ask_after, read_at)
       select id, 'https://calendar.example.com/marisol/basic.ics', 'infinity', now()
       from public.care_team where email = 'coach@example.com' returning person_id),
     lunch as (
       select person_id, (day + time '12:00') at time zone $1 as starts_at, (day + time '13:00') at time zone $1 as ends_at
       from connected, generate_series(0, 56) as days_ahead, lateral (select ${TODAY} + days_ahead as day) as days
       where date_part('isodow', day) in (2, 4))
     insert into private.busy_times (person_id, starts_at, ends_at)
     select person_id, starts_at, ends_at from lunch
     where not exists (
       select from public.appointments
       where host_id = person_id and status = 'booked' and appointments.starts_at < lunch.ends_at and busy_until > lunch.starts_at)`,
    [DEMO_TIME_ZONE],
  );
}
