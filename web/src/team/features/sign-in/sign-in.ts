import { AppError } from '@/lib/backend/app-error.ts';
import { auth } from '@/lib/backend/supabase.ts';
import { failureOf } from './auth-failure.ts';

const TOO_MANY = 429;
/** A code was sent less than a minute ago. Only somebody who is invited is told so, and has it in the mailbox. */
const SENT_JUST_NOW = 'over_email_send_rate_limit';

/**
 * Asks for a code. Who is not of the team gets none and is not told so: the next step looks the same. Only what would stop
 * everybody is said.
 */
export async function sendCode(email: string): Promise<void> {
  const client = await auth();
  const { error } = await client.signInWithOtp({ email, options: { shouldCreateUser: true } });
  const failure = error && failureOf(error);
  if (!failure || failure.code === SENT_JUST_NOW) return;
  if (failure.code === 'no_answer' || failure.status === TOO_MANY) throw failure;
}

/** Exchanges the mailed code for a session, which opens nothing before the second factor. */
export async function verifyCode(email: string, code: string): Promise<void> {
  const { data, error } = await (await auth()).verifyOtp({ email, token: code, type: 'email' });
  if (error) throw failureOf(error);
  if (!data.session) throw new AppError('no_session');
}
