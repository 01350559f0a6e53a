import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { dataOf, from } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';

const Row = z.object({
  email_reminders: z.boolean(),
  text_reminders: z.boolean(),
  testing_reminders: z.boolean(),
  applicator_reminders: z.boolean(),
  message_emails: z.boolean(),
  message_texts: z.boolean(),
  customer_phone: z.nullable(z.string()),
});
const COLUMNS =
  'email_reminders,text_reminders,testing_reminders,applicator_reminders,message_emails,message_texts,customer_phone';

export type Reminders = {
  byEmail: boolean;
  byText: boolean;
  /** Sent on the day testing starts, and on applicator days. */
  ofTesting: boolean;
  ofApplicators: boolean;
  /** Says that there is a message while the portal is closed. */
  ofMessagesByEmail: boolean;
  ofMessagesByText: boolean;
  /** We have a phone number for texts. */
  hasNumber: boolean;
};

const fromRow = (row: z.output<typeof Row>): Reminders => ({
  byEmail: row.email_reminders,
  byText: row.text_reminders,
  ofTesting: row.testing_reminders,
  ofApplicators: row.applicator_reminders,
  ofMessagesByEmail: row.message_emails,
  ofMessagesByText: row.message_texts,
  hasNumber: Boolean(row.customer_phone?.trim()),
});

/** The reminders the patient wants. Null if they have no record. */
export const remindersQuery = (userId: string) =>
  queryOptions({ queryKey: ['reminders', userId], queryFn: () => fetchReminders(userId), retry: retryOnce });

async function fetchReminders(userId: string): Promise<Reminders | null> {
  const answer = await from('customers').select(COLUMNS).eq('user_id', userId).maybeSingle();
  const row = z.nullable(Row).parse(dataOf(answer));
  return row && fromRow(row);
}

export function useSaveReminders(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (chosen: Reminders) => saveReminders(userId, chosen),
    // Offline it fails and says so, rather than waiting behind a moved switch.
    networkMode: 'always',
    meta: { failure: 'Failed to save your choice. Please try again.' },
    onSuccess: (kept) => client.setQueryData(remindersQuery(userId).queryKey, kept),
  });
}

async function saveReminders(userId: string, chosen: Reminders): Promise<Reminders> {
  const answer = await from('customers')
    .update({
      email_reminders: chosen.byEmail,
      text_reminders: chosen.byText,
      testing_reminders: chosen.ofTesting,
      applicator_reminders: chosen.ofApplicators,
      message_emails: chosen.ofMessagesByEmail,
      message_texts: chosen.ofMessagesByText,
    })
    .eq('user_id', userId)
    .select(COLUMNS)
    .single();
  return fromRow(Row.parse(dataOf(answer)));
}
