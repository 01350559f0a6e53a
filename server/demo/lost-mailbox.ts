import type { Query } from '../database/query-types.ts';
import { writeAs } from './care.ts';

const [PATIENT, ADMINISTRATOR] = ['marta@example.com', 'admin@example.com'];

/** Marta lost her mailbox. The administrator asked, and a clinician can agree on Today. */
export async function addLostMailbox(query: Query): Promise<void> {
  await writeAs(query, ADMINISTRATOR);
  await query(
    `with asked as (
       insert into private.email_changes (user_id, new_email, how_checked, asked_by)
       select customers.user_id, 'marta.kowalczyk@example.org',
         'Called the number in the record; she knew her date of birth and postal address.', care_team.id
       from public.customers, public.care_team where customer_email = $1 and email = $2
       returning user_id, asked_by)
     select private.add_audit_line('insert', 'email_change', user_id, asked_by) from asked`,
    [PATIENT, ADMINISTRATOR],
  );
  await writeAs(query, null);
}
