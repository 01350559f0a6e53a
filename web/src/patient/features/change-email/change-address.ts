import { AskEmailChangeAnswer } from '@domain/contracts/patient/ask-email-change.ts';
import { tooManyAttempts } from '@domain/contracts/fields/wait-words.ts';
import type { Mailbox } from '@domain/notifications/address-emails.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { dataOf, rpc } from '@/lib/backend/database.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { auth, replaceSession } from '@/lib/backend/supabase.ts';
import { CANNOT_BE_USED } from './words.ts';

export type Change = { userId: string; from: string; to: string };

/**
 * Requests a code for each mailbox. The database is asked first, because an auth service may send its emails
 * before it learns that the address can't be used. A problem with the address is an AppError with a message
 * for the field.
 */
export async function sendCodes(email: string): Promise<void> {
  await refuseUnusable(email);
  const { error } = await (await auth()).updateUser({ email });
  if (error) throw await failureOf(error, email);
}

async function refuseUnusable(email: string): Promise<void> {
  const { usable } = await callFunction('ask-email-change', {
    body: { email },
    answer: AskEmailChangeAnswer,
  });
  if (!usable) throw new AppError('address_refused', CANNOT_BE_USED);
}

type Outcome = 'accepted' | 'changed' | 'wrong';

/** Brings the code of one mailbox. Whichever comes second changes the address, ends every session and opens a new one. */
export async function submitCode(
  { userId, from, to }: Change,
  mailbox: Mailbox,
  token: string,
): Promise<Outcome> {
  const email = mailbox === 'current' ? from : to;
  const { data, error } = await replaceSession(userId, (client) =>
    client.verifyOtp({ email, token, type: 'email_change' }),
  );
  if (error?.code === 'otp_expired') return 'wrong';
  if (error) throw await failureOf(error, to);
  return data.session ? 'changed' : 'accepted';
}

/** The codes stop working. Without this, they would expire in ten minutes. */
export async function giveUp(): Promise<void> {
  try {
    dataOf(await rpc('cancel_email_change', {}));
  } catch (error) {
    logFailure('The address change was not canceled', error);
  }
}

const ADDRESS_REFUSED = new Set(['email_exists', 'email_address_invalid', 'validation_failed']);

type AuthFailure = Error & { code?: string | undefined; status?: number | undefined };

async function failureOf(
  { code = 'no_answer', message, status }: AuthFailure,
  email: string,
): Promise<AppError> {
  // GoTrue gives no reason when our database refuses an address that someone took in the meantime.
  if (status === 500) await refuseUnusable(email);
  if (ADDRESS_REFUSED.has(code)) return new AppError('address_refused', CANNOT_BE_USED, status);
  if (status === 429) return new AppError('too_many_requests', tooManyAttempts(60), status);
  return new AppError(code, message, status);
}
