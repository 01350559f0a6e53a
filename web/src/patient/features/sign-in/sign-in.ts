import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { auth } from '@/lib/backend/supabase.ts';
import { noteCodeRequest, noteCodeUsed } from './code-requests.ts';
import { waitWords } from './wait-words.ts';

/** A code was sent a moment ago, from this device or another. It can be entered, and no other was sent. */
export class SentBefore extends AppError {
  readonly seconds: number;

  constructor(seconds: number) {
    super('sent_before', waitWords(seconds), 429);
    this.seconds = seconds;
  }
}

/** Sends a code, but only to invited addresses. */
export async function sendCode(email: string): Promise<void> {
  await checkInvitation(email);
  const { error } = await (
    await auth()
  ).signInWithOtp({
    email,
    options: { shouldCreateUser: true, emailRedirectTo: `${location.origin}/` },
  });
  if (error) throw providerFailure(error);
  await noteCodeRequest(email, Date.now());
}

/** `unauthorized_email`, or status 403 for addresses without an invitation. */
export async function checkInvitation(email: string): Promise<void> {
  try {
    await callFunction('validate-email', { body: { email }, anonymous: true });
  } catch (error) {
    const isRefused = error instanceof AppError && isRefusal(error.status);
    throw isRefused ? new AppError('unauthorized_email', error.message, error.status) : error;
  }
}

/** About the address itself. A wait, or a failing server, says nothing about it. */
const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 429;

/** Exchanges the code for a session. */
export async function verifyCode(email: string, code: string): Promise<void> {
  const client = await auth();
  const { error } = await client.verifyOtp({ email, token: code, type: 'email' });
  // If our database refuses a session, GoTrue gives no reason. The invitation may have ended since the code
  // was sent.
  if (UNEXPLAINED.test(error?.message ?? '')) await checkInvitation(email);
  if (error) throw providerFailure(error);
  const { data } = await client.getSession();
  if (!data.session?.access_token) throw new AppError('no_session');
  await noteCodeUsed(email, Date.now());
}

/** GoTrue's codes for work its database refused or aborted. */
const UNEXPLAINED = /^(Database error|Unexpected failure)/;

type ProviderError = Error & { status?: number | undefined; code?: string | undefined };

/** Shows the provider's own messages. Missing answers, or answers without a message, have nothing to show. */
export function providerFailure({ name, message, status = 0, code }: ProviderError): AppError {
  if (code === 'over_email_send_rate_limit') return new SentBefore(Number(/\d+/.exec(message)?.[0] ?? 60));
  if (status === 0 || name === 'AuthUnknownError') return new AppError('no_answer');
  if (status < 500) return new AppError('sign_in_refused', message, status);
  // The auth client's error for an answer without a message: see fetchForAuth.
  const isWorded = !UNEXPLAINED.test(message) && !/^HTTP \d+$/.test(message);
  return new AppError('provider_failed', isWorded ? message : '', status);
}
