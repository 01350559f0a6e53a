import type { ToastWords } from '@/components/feedback/toast-store.ts';
import { isNoPasskey } from '@/lib/backend/passkeys.ts';

export const ADDED: ToastWords = {
  title: 'Passkey added',
  description: 'You can use it the next time you sign in.',
};

const NOT_ADDED = 'No passkey was added';

/** Shown even to someone who changed their mind, because the browser's dialog may have closed by itself. */
export function addFailureWords(error: unknown): ToastWords {
  if (isNoPasskey(error)) return { title: NOT_ADDED, description: 'You can try again at any time.' };
  const description = REASONS[reasonOf(error)] ?? 'Something went wrong. Please try again.';
  return { title: NOT_ADDED, description, variant: 'destructive' };
}

const REASONS: Record<string, string> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  webauthn_credential_exists: 'This device already has a passkey for an account.',
  too_many_passkeys: 'You have 10 passkeys. Remove one first.',
};

function reasonOf(error: unknown): string {
  const { code, name } = error as { code?: string; name?: string };
  return code !== undefined && code in REASONS ? code : (name ?? '');
}
