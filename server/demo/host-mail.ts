import { bookedForHost } from '../../domain/notifications/booking-notifications.ts';
import { addressOf, type Appointment } from '../../domain/notifications/appointment.ts';
import { hostLink } from '../../supabase/functions/_shared/appointments/call-access.ts';
import { messageRow } from '../../supabase/functions/_shared/appointments/appointment-notifications.ts';
import type { FunctionContext } from '../../supabase/functions/_shared/request/context.ts';
import type { Query } from '../database/query-types.ts';

/** The facts for an email about an appointment, other than the appointment itself. */
export type MailContext = Pick<FunctionContext, 'portal' | 'signCallToken'>;

/** The host of a demo appointment gets the email that every booking sends, with the link to the call. */
export async function sendHostMail(
  query: Query,
  appointmentId: string,
  mailContext: MailContext,
): Promise<void> {
  const { rows } = await query<{ appointment: Appointment }>(
    `select json_build_object('id', calls.id, 'sequence', calls.sequence, 'name', calls.name,
       'interactionType', calls.interaction_type,
       'startsAt', extract(epoch from starts_at) * 1000, 'endsAt', extract(epoch from ends_at) * 1000,
       'host', json_build_object('name', host_name, 'email', host_email, 'timeZone', host_time_zone),
       'patient', json_build_object('firstName', customer_first_name, 'lastName', customer_last_name,
         'email', customer_email, 'phone', null, 'wantsTexts', false, 'timeZone', calls.time_zone)) as appointment
     from public.calls join public.customers using (user_id) where calls.id = $1`,
    [appointmentId],
  );
  const { appointment } = rows[0]!;
  const linked = { ...appointment, hostLink: await hostLink(mailContext, appointment) };
  const sender = { siteUrl: mailContext.portal.siteUrl, email: addressOf(mailContext.portal.mailFrom) };
  const message = messageRow(bookedForHost(linked, sender, appointment.startsAt));
  await query(`select private.add_messages(appointments, $2) from public.appointments where id = $1`, [
    appointmentId,
    JSON.stringify([message]),
  ]);
}
