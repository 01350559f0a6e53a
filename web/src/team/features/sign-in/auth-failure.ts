import { AppError } from '@/lib/backend/app-error.ts';

export type AuthFailure = Error & { status?: number | undefined; code?: string | undefined };

const UNANSWERED = new Set(['AuthRetryableFetchError', 'AuthUnknownError']);

/** What the auth service refused, with its own code and words; what it never got to answer has none worth showing. */
export function failureOf(error: AuthFailure): AppError {
  if (UNANSWERED.has(error.name)) return new AppError('no_answer', '', error.status);
  if (error.name === 'AuthSessionMissingError') return new AppError('session_missing', '', error.status);
  return new AppError(error.code ?? 'refused', error.message, error.status);
}
