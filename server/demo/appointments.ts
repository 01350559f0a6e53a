import type { Database } from '../database/database.ts';
import type { Query } from '../database/query-types.ts';
import type { Log } from '../log.ts';
import { sendHostMail, type MailContext } from './host-mail.ts';
import { DEMO_PATIENTS } from './patients.ts';
import { DEMO_TEAM } from './team.ts';

/** The demo's first clinician, and the patient whose call is open now. */
const HOST = DEMO_TEAM.find(({ role }) => role === 'clinician')!.email;
const PATIENT = DEMO_PATIENTS.find(({ hasOpenCall }) => hasOpenCall)!.email;
const INTERVAL_MS = 60_000;

/**
 * The consultation that is open now and began a moment ago. Once it has ended without an outcome, it begins
 * again, so a demo from last week still has its call.
 */
export async function openCall(query: Query, mailContext: MailContext): Promise<void> {
  const { rows } = await query<{ id: string }>(
    `with call as (
       select customers.user_id, care_team.id as host_id, types.id as type_id, care_team.time_zone, starts,
         starts + make_interval(mins => types.duration_minutes) as ends
       from public.customers
       join public.appointment_types as types on types.slug = 'initial-consultation'
       join public.care_team on care_team.email = $2
       cross join (select date_trunc('minute', now()) - interval '2 minutes' as starts) as moment
       where customer_email = $1 and not exists (
         select from public.appointments as other
         where host_id = care_team.id and status = 'booked' and busy_until > starts
           and starts_at < starts + make_interval(mins => types.duration_minutes))
     ), moved as (
       update public.appointments set starts_at = starts, ends_at = ends, busy_until = ends
       from call where appointments.user_id = call.user_id and appointment_type_id = type_id
         and status = 'booked' and outcome is null and ends_at < now()
       returning appointments.id
     ), added as (
       insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone)
       select user_id, host_id, type_id, starts, ends, ends, time_zone from call
       where not exists (select from public.appointments where appointments.user_id = call.user_id)
       returning id
     )
     select id from moved union all select id from added`,
    [PATIENT, HOST],
  );
  for (const { id } of rows) await sendHostMail(query, id, mailContext);
}

/** Repeats while the server runs. */
export function keepCallOpen(database: Database, mailContext: MailContext, log: Log): { stop: () => void } {
  const timer = setInterval(() => {
    database
      .transaction((query) => openCall(query, mailContext))
      .catch((error: unknown) => log('demo call not opened', {}, error));
  }, INTERVAL_MS);
  return { stop: () => clearInterval(timer) };
}
