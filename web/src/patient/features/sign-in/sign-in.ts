import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { auth } from '@/lib/backend/supabase.ts';
import { noteCodeRequest } from './code-requests.ts';

/** Sends a code, to invited addresses only. */
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

/** Refused with `unauthorized_email`, and for whom nobody invited with the status 403. */
export async function checkInvitation(email: string): Promise<void> {
  try {
    await callFunction('validate-email', { body: { email }, anonymous: true });
  } catch (error) {
    const wasAnswered = error instanceof AppError && error.status > 0;
    throw wasAnswered ? new AppError('unauthorized_email', error.message, error.status) : error;
  }
}

/** Exchanges the code for a session. */
export async function verifyCode(email: string, code: string): Promise<void> {
  const client = await auth();
  const { error } = await client.verifyOtp({ email, token: code, type: 'email' });
  if (error) throw providerFailure(error);
  const { data } = await client.getSession();
  if (!data.session?.access_token) throw new AppError('no_session');
}

/** What the provider refuses, it words; what it never got to answer has no words worth showing. */
function providerFailure(error: Error & { status?: number | undefined }): AppError {
  const unanswered = ['AuthRetryableFetchError', 'AuthUnknownError'].includes(error.name);
  return new AppError(unanswered ? 'no_answer' : 'sign_in_refused', error.message, error.status);
}
