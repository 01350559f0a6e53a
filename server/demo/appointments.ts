import type { Query } from '../database/query-types.ts';
import { sendHostMail, type MailContext } from './host-mail.ts';
import type { DemoPatient } from './patients.ts';
import { DEMO_TEAM } from './team.ts';

/** The demo's first clinician. */
const HOST = DEMO_TEAM.find(({ role }) => role === 'clinician')!.email;

/**
 * The consultation that can be joined now, begun a moment ago. It ends, so there is a new one if there is none: a demo that was
 * loaded last week still has its call.
 */
export async function openCalls(
  query: Query,
  patients: DemoPatient[],
  mailContext: MailContext,
): Promise<void> {
  for (const { email, hasOpenCall } of patients) {
    if (!hasOpenCall) continue;
    const { rows } = await query<{ id: string }>(
      `insert into public.appointments
         (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone)
       select customers.user_id, care_team.id, types.id, starts, ends, ends, care_team.time_zone
       from public.customers
       join public.appointment_types as types on types.slug = 'initial-consultation'
       join public.care_team on care_team.email = $2
       cross join (select date_trunc('minute', now()) - interval '2 minutes' as starts) as moment
       cross join lateral (select starts + make_interval(mins => types.duration_minutes) as ends) as span
       where customers.customer_email = $1 and not exists (
         select from public.appointments where appointments.user_id = customers.user_id and ends_at > now()
           and status = 'booked')
       on conflict do nothing returning id`,
      [email, HOST],
    );
    for (const { id } of rows) await sendHostMail(query, id, mailContext);
  }
}
