import type { Entry, PendingEntry } from './entry.ts';
import { listResponses } from '@domain/surveys/applicator-use.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { dataOf, from, rpc } from '@/lib/backend/database.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { fetchTreatmentCycle } from './treatment-cycle.ts';

/** Who sends, and the submission id under which the server stores it once. */
type Sender = { userId: string; id: string };

/** Of an entry that waited on the device: it belongs to the day and the cycle in which it was filled in. */
type Waited = Partial<Pick<PendingEntry, 'keptAt' | 'keptIn'>>;

/** Tells the clinic. Sending again is harmless. */
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
  const cycle = await fetchTreatmentCycle(sender.userId, keptAt);
  if (entry.kind === 'applicator-use') {
    await submit('submit-applicator-use-survey', { responses: listResponses(entry.answers, cycle) }, sender);
    return { cycle };
  }
  const { result, date } = entry;
  await submit('submit-pregnancy-test-result', { result, cycle, date, takenZone }, sender);
  if (result === 'positive') await repeatEndOfTreatment(sender.userId, cycle);
  return { cycle };
}

const submit = (name: string, body: unknown, { userId, id }: Sender, zone?: string) =>
  callFunction(name, { body, idempotencyKey: id, owner: userId, zone });

/**
 * The function has completed the phases and set the status together with the result. The portal's specification lists these
 * two calls as the browser's, so they are still made; they find nothing left to change.
 */
async function repeatEndOfTreatment(userId: string, cycle: number): Promise<void> {
  dataOf(await rpc('complete_phases_until_cycle', { p_user_id: userId, p_cycle_number: cycle }));
  try {
    dataOf(await from('customers').update({ status: 'Pregnant' }).eq('user_id', userId));
  } catch (error) {
    logFailure('The status could not be set', error);
  }
}
