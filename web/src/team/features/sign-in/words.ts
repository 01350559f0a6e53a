import { AppError } from '@/lib/backend/app-error.ts';

const UNEXPECTED = 'Something went wrong. Please try again.';

const WORDS: Record<string, string> = {
  no_answer: 'The server did not answer. Please try again in a moment.',
  incomplete_code: 'Please enter the 6 digits of the code.',
  otp_expired: 'This code is wrong or has expired.',
  mfa_verification_failed: 'This code is not right. Check it, or use the next one that your app shows.',
  bad_set_up_code: 'Please enter the set-up code that you were told: 10 letters and digits.',
};

/** Every way that a step can fail; what we have no words for has the server's. */
export function failureWords(error: unknown): string | undefined {
  if (!error) return undefined;
  if (!(error instanceof AppError)) return UNEXPECTED;
  return WORDS[error.code] ?? (error.message || UNEXPECTED);
}
