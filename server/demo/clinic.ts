import { STANDARD_APPOINTMENT_TYPES } from '../../domain/booking/standard-appointment-types.ts';
import type { Query } from '../database/query-types.ts';
import { DEMO_TEAM, DEMO_TIME_ZONE } from './team.ts';

/** The demo's clinic: three coaches, two clinicians, an administrator and the call types. */
export async function addClinic(query: Query): Promise<void> {
  for (const { name, role, email, bio, portrait, calls } of DEMO_TEAM) {
    await query(
      `with person as (
         insert into public.care_team (name, role, email, time_zone, bio, portrait) values ($1, $2, $3, $4, $5, $9) returning id)
       insert into public.availability (host_id, weekday, starts_at, ends_at)
       select person.id, weekday, $7::time, $8::time from person, unnest($6::integer[]) as weekday`,
      [
        name,
        role,
        email,
        DEMO_TIME_ZONE,
        bio,
        calls?.days ?? [],
        calls?.from ?? null,
        calls?.until ?? null,
        portrait ?? null,
      ],
    );
  }
  for (const { slug, name, neutralName, description, minutes, notice, role } of STANDARD_APPOINTMENT_TYPES) {
    await query(
      `with type as (
         insert into public.appointment_types
           (slug, name, description, duration_minutes, buffer_minutes, minimum_notice_minutes, horizon_days,
           interaction_type, neutral_name)
         values ($1, $2, $3, $4, 15, $5, 60, 'video_call', nullif($7, '')) returning id)
       insert into public.appointment_type_hosts (appointment_type_id, host_id)
       select type.id, care_team.id from type join public.care_team on care_team.role = $6
       where exists (select from public.availability where host_id = care_team.id)`,
      [slug, name, description, minutes, notice, role, neutralName],
    );
  }
}
