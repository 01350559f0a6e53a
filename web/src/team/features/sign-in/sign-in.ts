import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { auth } from '@/lib/backend/supabase.ts';
import { failureOf } from '@/lib/care-team/auth-failure.ts';

/**
 * Requests a code. People outside the team get none, but the next step looks the same, so that no one learns
 * who is on the team.
 */
export const sendCode = (email: string): Promise<void> =>
  callFunction('send-team-code', { body: { email }, anonymous: true });

/** Exchanges the emailed code for a session, which opens nothing until the second factor. */
export async function verifyCode(email: string, code: string): Promise<void> {
  const { data, error } = await (await auth()).verifyOtp({ email, token: code, type: 'email' });
  if (error) throw failureOf(error, 'account_refused');
  if (!data.session) throw new AppError('no_session');
}
