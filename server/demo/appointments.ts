import type { Query } from '../database/query-types.ts';
import { sendHostMail, type MailContext } from './host-mail.ts';
import type { DemoPatient } from './patients.ts';
import { DEMO_TEAM } from './team.ts';

const TYPES = {
  now: 'initial-consultation',
  'in three days': 'clinical-coach-support-call',
  'first consultation': 'initial-consultation',
} as const;
// Begun a moment ago, three days from now at half past two in the afternoon, UTC, or on the clinician's next workday after that.
const STARTS = {
  now: `date_trunc('minute', now()) - interval '2 minutes'`,
  'in three days': `date_trunc('day', now()) + interval '3 days 14 hours 30 minutes'`,
  'first consultation': `date_trunc('day', now()) + interval '15 hours 30 minutes'
    + make_interval(days => case extract(isodow from current_date + 3) when 6 then 5 when 7 then 4 else 3 end)`,
} as const;

const TEAM_IN_ORDER = DEMO_TEAM.map(({ email }) => `'${email}'`).join(', ');
/**
 * The patient's own coach if that coach takes the call, else the first demo person who does: the one that
 * pages name.
 */
const HOST = `select host_id from public.appointment_type_hosts
  join public.care_team on care_team.id = host_id
  left join public.coach_assignments on coach_id = host_id and coach_assignments.user_id = customers.user_id
  where appointment_type_id = types.id
  order by coach_id is null, array_position(array[${TEAM_IN_ORDER}], email::text) limit 1`;

/**
 * The demo's appointments. One that can be joined now ends soon, so each start adds a new one if there is
 * none: a demo loaded last week still has its call.
 */
export async function addAppointments(
  query: Query,
  patients: DemoPatient[],
  mailContext: MailContext,
): Promise<void> {
  for (const { email, appointment } of patients) {
    if (!appointment) continue;
    const { rows } = await query<{ id: string }>(
      `insert into public.appointments
         (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone)
       select customers.user_id, hosts.host_id, types.id, starts.at, starts.at + span.lasts, starts.at + span.lasts,
         'America/New_York'
       from public.customers
       join public.appointment_types as types on types.slug = $2
       join lateral (${HOST}) as hosts on true
       cross join (select ${STARTS[appointment]} as at) as starts
       cross join lateral (select greatest(make_interval(mins => types.duration_minutes),
         case when $3 then interval '3 hours' else interval '0' end) as lasts) as span
       where customers.customer_email = $1 and not exists (
         select from public.appointments where appointments.user_id = customers.user_id and ends_at > now()
           and status = 'booked')
       on conflict do nothing returning id`,
      [email, TYPES[appointment], appointment === 'now'],
    );
    for (const { id } of rows) await sendHostMail(query, id, mailContext);
  }
  await addCoachCalls(query, patients);
}

const COACH_CALLS = {
  yesterday: `date_trunc('day', now()) - interval '9 hours'`,
  today: `date_trunc('hour', now()) + interval '2 hours'`,
} as const;

/** Once: the call of yesterday shows what happens when no one says how it went, and that of today fills the day. */
async function addCoachCalls(query: Query, patients: DemoPatient[]): Promise<void> {
  for (const { email, meetsCoach } of patients) {
    if (!meetsCoach) continue;
    await query(
      `insert into public.appointments
         (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone)
       select customers.user_id, host_id, types.id, at, at + interval '30 minutes', at + interval '30 minutes', 'America/New_York'
       from public.customers
       join public.appointment_types as types on types.slug = 'meet-your-clinical-coach'
       join lateral (${HOST}) as hosts on true
       cross join (select ${COACH_CALLS[meetsCoach]} as at) as moment
       where customer_email = $1
         and not exists (select from public.appointments
           where appointments.user_id = customers.user_id and appointment_type_id = types.id)
       on conflict do nothing`,
      [email],
    );
  }
}
