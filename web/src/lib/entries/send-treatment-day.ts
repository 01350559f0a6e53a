import { isoFromInstant } from '@domain/time/instant.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { reportFailure } from '@/lib/backend/failures.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { isOffline } from '@/lib/backend/network.ts';
import { dropNote, firstWaiting, settleNote, type Note } from './treatment-day.ts';

let sending: Promise<void> | undefined;

/** Sends waiting events to the clinic, oldest first, one run at a time. */
export function sendTreatmentDay(userId: string): Promise<void> {
  sending ??= sendAll(userId).finally(() => {
    sending = undefined;
  });
  return sending;
}

async function sendAll(userId: string): Promise<void> {
  for (let note = firstWaiting(userId); note; note = firstWaiting(userId)) {
    if (await isOffline()) return;
    if (!(await isSettled(userId, note))) return;
  }
}

/** False if it keeps waiting: the clinic could not be reached, or not now. */
async function isSettled(userId: string, note: Note): Promise<boolean> {
  const { id, action, at, reportedAt = at, zone } = note;
  try {
    await callFunction('treatment-day', {
      body: { action, at: isoFromInstant(at), reportedAt: isoFromInstant(reportedAt), zone },
      idempotencyKey: id,
      owner: userId,
    });
    settleNote(userId, note, 'sent');
    return true;
  } catch (error) {
    logFailure('Treatment-day events were not sent', error);
    const { code, message } = error instanceof AppError ? error : { code: '', message: '' };
    if (code === 'not_now') {
      // The safety check blocks the sample, which another device or the clinic knew first.
      dropNote(userId, id);
      reportFailure(message, error);
      return true;
    }
    // Too old, or with a wrong clock: the timer keeps running here.
    if (code !== 'invalid_input' && code !== 'submission_reused') return false;
    settleNote(userId, note, 'refused');
    return true;
  }
}
