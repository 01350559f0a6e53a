import { AppError } from '@/lib/backend/app-error.ts';
import { refusalIn } from '@/lib/care-team/refusal.ts';

const UNEXPECTED = 'Something went wrong. Please try again.';
export const SESSION_ENDED = 'Your session has ended. Please sign in again.';

/** Our own message, from the third wrong code of an app on. */
export const FEW_TRIES_LEFT = 'mfa_few_tries_left';

const APP_COUNTS =
  'You already have an app set up. If it isn’t yours or you lost it, ask an administrator to reset it.';

const WRONG_APP_CODE = 'That code is wrong. Check it, or use the next one your app shows.';

const WORDS: Record<string, string> = {
  no_answer: 'The server didn’t respond. Please try again in a moment.',
  unavailable: 'The server didn’t respond. Please try again in a moment.',
  incomplete_code: 'Please enter the 6 digits of the code.',
  otp_expired: 'This code is wrong or has expired.',
  account_refused: 'We couldn’t sign you in. Ask an administrator whether your account is active.',
  mfa_verification_failed: WRONG_APP_CODE,
  [FEW_TRIES_LEFT]: `${WRONG_APP_CODE} After five wrong codes your app is locked for 15 minutes.`,
  bad_set_up_code: 'Please enter your setup code: 10 letters and digits.',
  other_code_as_set_up_code:
    'A six-digit code is from your app or your email. The setup code has 10 letters and digits. Ask the person who invited you.',
  look_alike_in_set_up_code: 'A setup code has no 0 or O, and no 1, I or L. Please check which one it is.',
  mfa_factor_not_found:
    'This QR code has expired. Reload this page, delete the Béa entry in your app and scan again.',
  mfa_totp_enroll_not_enabled: APP_COUNTS,
  insufficient_aal: APP_COUNTS,
  session_missing: SESSION_ENDED,
};

/** Every way that a step can fail; what we have no words for has the server's. */
export function failureWords(error: unknown): string | undefined {
  if (!error) return undefined;
  if (!(error instanceof AppError)) return UNEXPECTED;
  return WORDS[error.code] ?? (error.message || UNEXPECTED);
}

export const isWrongAppCode = (error: unknown): boolean =>
  error instanceof AppError && ['mfa_verification_failed', FEW_TRIES_LEFT].includes(error.code);

/** Retrying would change nothing, because another app counts as theirs. */
export const isAppRefused = (error: unknown): boolean => failureWords(error) === APP_COUNTS;

/** The message on the first step if a failure ended the session, such as five wrong codes from the app. */
export function endWords(error: unknown): string | null {
  if (refusalIn(error) === 'ended') return SESSION_ENDED;
  const isEnd =
    error instanceof AppError && ['session_missing', 'mfa_verification_rejected'].includes(error.code);
  return isEnd ? (failureWords(error) ?? SESSION_ENDED) : null;
}
