import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { TYPED_CONFIRMATION } from '@domain/account/leaving.ts';
import { ConfirmAccountDeletionAnswer } from '@domain/contracts/patient/account-deletion.ts';
import { instantFromIso, type Instant } from '@domain/time/instant.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

const Row = z.nullable(z.object({ delete_after: z.string() }));

/** When the account will be deleted. Null if it won't. */
export const leavingQuery = (userId: string) =>
  queryOptions({ queryKey: ['leaving', userId], queryFn: () => fetchLeaving(userId), retry: retryOnce });

async function fetchLeaving(userId: string): Promise<Instant | null> {
  const answer = await from('account_deletions').select('delete_after').eq('user_id', userId).maybeSingle();
  const row = Row.parse(dataOf(answer));
  return row && instantFromIso(row.delete_after);
}

/** Sends a code to the patient's mailbox. The form words its failures. */
export const askForCode = (): Promise<void> =>
  callFunction('request-account-deletion', { body: { confirmation: TYPED_CONFIRMATION } });

export async function confirmLeaving(code: string): Promise<Instant> {
  const { deleteAfter } = await callFunction('confirm-account-deletion', {
    body: { code },
    answer: ConfirmAccountDeletionAnswer,
  });
  return instantFromIso(deleteAfter);
}

export function useKeepAccount(userId: string) {
  const client = useQueryClient();
  return useSendOnce({
    mutationFn: () => callFunction('keep-account', { body: {} }),
    networkMode: 'always',
    meta: { failure: 'Failed to keep your account. Please try again.' },
    onSuccess: () => {
      client.setQueryData(leavingQuery(userId).queryKey, null);
      toast({ title: 'We’ve kept your account', description: 'Everything is back to the way it was.' });
    },
  });
}
