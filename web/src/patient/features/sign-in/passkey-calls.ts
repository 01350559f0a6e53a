import { AppError } from '@/lib/backend/app-error.ts';
import { isNoPasskey } from '@/lib/backend/passkeys.ts';
import { auth } from '@/lib/backend/supabase.ts';
import { providerFailure } from './sign-in.ts';
import { GONE_PASSKEY, PASSKEY_FAILED } from './words.ts';

/** A challenge is valid for five minutes, but a page may be open longer. */
const NEW_CHALLENGE_AFTER_MS = 4 * 60_000;

/** Asks for a passkey in the browser's dialog, and exchanges it for a session. */
export async function enterWithPasskey(): Promise<void> {
  const { error } = await (await auth()).signInWithPasskey();
  if (error) throw failureOf(error);
}

/**
 * Offers passkeys in the browser's autofill. False if the browser can't, and once the page is left or another
 * way is used.
 */
export async function waitForAutofill(signal: AbortSignal): Promise<boolean> {
  const canOffer = await PublicKeyCredential.isConditionalMediationAvailable?.();
  if (!canOffer || !('any' in AbortSignal)) return false;
  const client = await auth();
  while (!signal.aborted) {
    const round = AbortSignal.any([signal, AbortSignal.timeout(NEW_CHALLENGE_AFTER_MS)]);
    const options = { mediation: 'conditional', signal: round } as const;
    const { error } = await client.signInWithPasskey({ options });
    if (!error) return true;
    if (!isNoPasskey(error)) throw failureOf(error);
    if (!round.aborted) return false;
  }
  return false;
}

/**
 * The device still has the passkey, but it was removed from the account, or its owner is no longer invited.
 */
function failureOf(error: Error & { code?: string | undefined; status?: number | undefined }): Error {
  if (error.code === 'webauthn_verification_failed') return new AppError('gone_passkey', GONE_PASSKEY, 400);
  if (isNoPasskey(error)) return error;
  const failure = providerFailure(error);
  // GoTrue gives no reason when our database refuses someone whose invitation has ended.
  const isUnexplained = failure.status === 500 && failure.message === '';
  return isUnexplained ? new AppError(failure.code, PASSKEY_FAILED, 500) : failure;
}
