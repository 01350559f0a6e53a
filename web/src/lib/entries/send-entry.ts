import * as z from 'zod/mini';
import type { Entry, PendingEntry } from './entry.ts';
import { listResponses } from '@domain/surveys/list-responses.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { dataOf, from, rpc } from '@/lib/backend/database.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { fetchCycleShown, fetchTreatmentCycle } from './treatment-cycle.ts';

/** The sender, and the submission id under which the server stores it once. */
type Sender = { userId: string; id: string };

/** For an entry that waited on the device: it belongs to the day and cycle it was filled in. */
type Waited = Partial<Pick<PendingEntry, 'keptAt' | 'keptIn'>>;

/** Sends it to the clinic. Repeating is harmless. */
export async function sendEntry(
  entry: Entry,
  sender: Sender,
  { keptAt, keptIn: takenZone }: Waited = {},
): Promise<{ cycle: number | null }> {
  if (entry.kind === 'ovulation') {
    const { result, takenAt } = entry;
    await submit('submit-ovulation-test-result', { result, takenAt, takenZone }, sender);
    return { cycle: null };
  }
  if (entry.kind === 'period') {
    await submit('log-period', { day: entry.day, kind: entry.as }, sender, takenZone);
    return { cycle: null };
  }
  if (entry.kind === 'before-treatment') {
    await submit('submit-before-treatment-survey', { response: entry.response }, sender);
    return { cycle: null };
  }
  if (entry.kind === 'message') {
    await submit('send-message', { topic: entry.topic, text: entry.text, files: entry.files }, sender);
    return { cycle: null };
  }
  if (entry.kind === 'applicator-use') {
    const cycle = await fetchCycleShown(sender.userId, keptAt);
    await submit('submit-applicator-use-survey', { responses: listResponses(entry.answers, cycle) }, sender);
    return { cycle };
  }
  const { result, date } = entry;
  const named = await fetchTreatmentCycle(sender.userId, keptAt);
  const { cycle = named } = await callFunction('submit-pregnancy-test-result', {
    body: { result, cycle: named, date, takenZone },
    answer: Stored,
    idempotencyKey: sender.id,
    owner: sender.userId,
  });
  // Not awaited: the result is stored, and nothing after it makes it a failure.
  if (result === 'positive') void repeatEndOfTreatment(sender.userId, cycle);
  return { cycle };
}

/** The cycle it was stored under: that of the last applicator before the test, if known. */
const Stored = z.catch(z.object({ cycle: z.optional(z.number()) }), {});

const submit = (name: string, body: unknown, { userId, id }: Sender, zone?: string) =>
  callFunction(name, { body, idempotencyKey: id, owner: userId, zone });

const TRIES_AFTER_MS = [0, 2_000, 10_000, 60_000];

/**
 * The function has completed the phases and set the status together with the result. The portal's specification lists these
 * two calls as the browser's, so they are still made, again if they fail; they find nothing left to change.
 */
async function repeatEndOfTreatment(userId: string, cycle: number): Promise<void> {
  await quietly('The phases could not be completed', async () =>
    dataOf(await rpc('complete_phases_until_cycle', { p_user_id: userId, p_cycle_number: cycle })),
  );
  await quietly('The status could not be set', async () =>
    dataOf(await from('customers').update({ status: 'Pregnant' }).eq('user_id', userId)),
  );
}

async function quietly(failure: string, call: () => Promise<unknown>): Promise<void> {
  for (const [tries, wait] of TRIES_AFTER_MS.entries()) {
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    try {
      await call();
      return;
    } catch (error) {
      if (tries === TRIES_AFTER_MS.length - 1) logFailure(failure, error);
    }
  }
}
