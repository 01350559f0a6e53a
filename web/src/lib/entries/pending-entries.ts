import { AppError } from '@/lib/backend/app-error.ts';
import type { Entry, PendingEntry } from './entry.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { isOffline } from '@/lib/backend/network.ts';
import { refreshRecords } from '@/lib/backend/query-client.ts';
import { storedSession } from '@/lib/backend/stored-session.ts';
import { sendEntry } from './send-entry.ts';
import { dropEntry, keepEntry, markRefused, pendingEntries } from './pending-store.ts';

export type SubmittedEntry = { pending: boolean; cycle: number | null };

/**
 * Sends the entry now, or keeps it on the device while offline. If a call fails while online, the form
 * shows it: nothing is kept.
 */
export async function submitEntry(
  entry: Entry,
  form: { userId: string; id: string },
): Promise<SubmittedEntry> {
  if (await isOffline()) return keep(entry, form);
  try {
    const { cycle } = await sendEntry(entry, form);
    await refreshRecords();
    return { pending: false, cycle };
  } catch (error) {
    // The network was lost during the call. If it arrived anyway, its id keeps it from counting twice.
    if (await isOffline()) return keep(entry, form);
    throw error;
  }
}

function keep(entry: Entry, { userId, id }: { userId: string; id: string }): SubmittedEntry {
  // Signing out leaves nothing on the device, not even entries on their way.
  if (storedSession()?.user.id !== userId) throw new AppError('signed_out');
  keepEntry(userId, id, atThisMoment(entry));
  return { pending: true, cycle: null };
}

/** A test was taken when it was logged, not when the network came back. */
function atThisMoment(entry: Entry): Entry {
  if (entry.kind !== 'ovulation' || entry.takenAt) return entry;
  return { ...entry, takenAt: new Date().toISOString() };
}

/** Sending the same again would not help. */
const REFUSALS = new Set(['invalid_input', 'bad_picture', 'unknown_picture']);

let sending: Promise<void> | undefined;

/** Sends waiting entries, oldest first, one run at a time. */
export function sendPending(userId: string): Promise<void> {
  sending ??= sendAll(userId).finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendAll(userId: string): Promise<void> {
  const pending = pendingEntries(userId).filter(({ refused }) => !refused);
  for (const each of pending) {
    if (await isOffline()) return;
    await sendOne(userId, each);
  }
  if (pending.length > 0) await refreshRecords();
}

async function sendOne(userId: string, pending: PendingEntry): Promise<void> {
  try {
    await sendEntry(pending.entry, { userId, id: pending.id }, pending);
    dropEntry(userId, pending.id);
  } catch (error) {
    const refusal = error instanceof AppError ? error.code : '';
    // The id was used for other answers: an earlier arrival's, in the previous cycle.
    if (refusal === 'submission_reused') dropEntry(userId, pending.id);
    else if (REFUSALS.has(refusal)) markRefused(userId, pending);
    logFailure('An entry saved on this device was not sent', error);
  }
}
