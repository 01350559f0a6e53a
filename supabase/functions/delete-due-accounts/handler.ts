import type * as z from 'zod/mini';
import {
  DeleteDueAccountsRequest,
  type DeleteDueAccountsAnswer,
} from '../../../domain/contracts/patient/account-deletion.ts';
import { farewellToHost } from '../../../domain/notifications/leaving-notifications.ts';
import { messageRow, senderOf } from '../_shared/appointments/appointment-notifications.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { appointmentFrom, type AppointmentRow } from '../_shared/appointments/own-appointment.ts';

type StoredFile = { bucket: string; name: string };
type DueAccount = {
  user_id: string;
  lease: string;
  files: StoredFile[];
  calls: AppointmentRow[];
};

const AT_ONCE = 10;
// Long enough for many files. If a worker dies, the next one takes over the account after this.
const LEASE_SECONDS = 300;

/**
 * Deletes the accounts that are due, and changes the email addresses that are. A timer may call it any number of times, on any
 * number of servers.
 */
export const handler = defineFunction({
  method: 'POST',
  caller: 'service',
  input: DeleteDueAccountsRequest,
  run: async (_input, context): Promise<z.output<typeof DeleteDueAccountsAnswer>> => {
    const { data } = await context.service
      .rpc('lease_due_deletions', { p_count: AT_ONCE, p_seconds: LEASE_SECONDS })
      .throwOnError();
    const outcomes: boolean[] = [];
    for (const account of data as DueAccount[]) {
      // A failed one is tried again next time, and does not delay the others.
      outcomes.push(
        await deleteAccount(context, account).catch((error: unknown) => {
          context.report(error);
          return false;
        }),
      );
    }
    await removeAbandonedUploads(context);
    await context.service.rpc('change_due_emails').throwOnError();
    return { deleted: outcomes.filter(Boolean).length };
  },
});

/**
 * First the files, through the storage service, because only that can remove their bytes; then all rows in
 * one transaction.
 */
async function deleteAccount(context: FunctionContext, account: DueAccount): Promise<boolean> {
  const { user_id, lease, files, calls } = account;
  await removeAll(context, files);
  const now = context.now().getTime();
  const { data } = await context.service
    .rpc('delete_account', {
      p_user_id: user_id,
      p_lease: lease,
      p_calls: calls.map(({ id, sequence }) => ({ id, sequence })),
      p_messages: calls.map((row) =>
        messageRow(farewellToHost(appointmentFrom(row), senderOf(context), now)),
      ),
    })
    .throwOnError();
  return data === true;
}

/** Uploads for a message that was never sent are due too: nothing else would delete their bytes. */
async function removeAbandonedUploads(context: FunctionContext): Promise<void> {
  const { data } = await context.service.rpc('abandoned_uploads').throwOnError();
  await removeAll(context, data as StoredFile[]);
}

/** One bucket after the other, in order of their names. */
async function removeAll({ files }: FunctionContext, stored: StoredFile[]): Promise<void> {
  for (const [bucket, group] of Map.groupBy(stored, (file) => file.bucket))
    await files.remove(
      bucket,
      group.map(({ name }) => name),
    );
}
