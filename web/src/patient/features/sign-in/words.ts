import type { ToastWords } from '@/components/feedback/toast-store.ts';
import { AppError } from '@/lib/backend/app-error.ts';

export const CODE_SENT: ToastWords = {
  title: 'Code sent!',
  description: 'Check your email for the verification code.',
};

export const SIGNED_IN: ToastWords = {
  title: 'Success!',
  description: 'You have been successfully signed in.',
};

export const WRONG_CODE = 'That code didn’t work. Check our newest email, or send yourself a new code.';

export const NO_PASSKEY: ToastWords = {
  title: 'No passkey was used',
  description: 'Try again, or get a code by email.',
};

export const GONE_PASSKEY = 'This passkey doesn’t open an account here. Get a code by email instead.';

export const PASSKEY_FAILED = 'We couldn’t sign you in with this passkey. Get a code by email instead.';

const LINK_ENDED: ToastWords = {
  title: 'This link no longer works',
  description: 'Please log in with a code instead.',
  variant: 'destructive',
};

const NOT_AUTHORIZED = 'This email is not authorized to use the application.';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';
const OFFLINE = 'You’re offline. Please check your connection and try again.';
const TOO_MANY = 'Too many tries. Please wait a few minutes and try again.';

export const NO_ACCESS: ToastWords = {
  title: 'Unauthorized Email',
  description: NOT_AUTHORIZED,
  variant: 'destructive',
};

/** Messages for every failure of signing in. Only a refused address is called unauthorized. */
export function failureWords(error: unknown): ToastWords {
  const { code, message, status } =
    error instanceof AppError ? error : { code: 'unexpected', message: '', status: 0 };
  if (code === 'unauthorized_email') {
    return { ...NO_ACCESS, description: message || NOT_AUTHORIZED };
  }
  if (code === 'link_ended') return LINK_ENDED;
  const wordless = status === 429 ? TOO_MANY : navigator.onLine ? UNEXPECTED : OFFLINE;
  return { title: 'Error', description: message || wordless, variant: 'destructive' };
}
