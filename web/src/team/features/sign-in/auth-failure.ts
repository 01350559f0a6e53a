import { AppError } from '@/lib/backend/app-error.ts';

export type AuthFailure = Error & { status?: number | undefined; code?: string | undefined };

const UNANSWERED = new Set(['AuthRetryableFetchError', 'AuthUnknownError']);

/**
 * What the auth service refused, with its own code and words; what it never got to answer has none worth showing. Where a
 * trigger of our database refuses, GoTrue answers 500 without a reason: `unexplained` is what that means at this step.
 */
export function failureOf(error: AuthFailure, unexplained = 'no_answer'): AppError {
  if (error.status === 500) return new AppError(unexplained, '', error.status);
  if (UNANSWERED.has(error.name)) return new AppError('no_answer', '', error.status);
  if (error.name === 'AuthSessionMissingError') return new AppError('session_missing', '', error.status);
  return new AppError(error.code ?? 'refused', error.message, error.status);
}
