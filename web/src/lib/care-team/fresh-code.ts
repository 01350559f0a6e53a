import { AppError } from '@/lib/backend/app-error.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { auth } from '@/lib/backend/supabase.ts';
import { failureOf } from './auth-failure.ts';

/** Proves the second factor again on the open session, for an act that an unlocked computer must not be enough for. */
export async function proveFreshCode(code: string): Promise<void> {
  const client = await auth();
  const { data, error: unlisted } = await client.mfa.listFactors();
  if (unlisted) throw failureOf(unlisted);
  const [app] = data.totp;
  if (!app) throw new AppError('session_missing');
  const { error } = await client.mfa.challengeAndVerify({ factorId: app.id, code });
  if (error) throw failureOf(error);
  // On Supabase, an older refresh token stays valid until the new one is used. Until then the entrance stays closed.
  const { error: unused } = await client.refreshSession();
  if (unused) logFailure('The new token was not used', unused);
}
