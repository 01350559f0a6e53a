import { AppError } from '@/lib/backend/app-error.ts';

export type AuthFailure = Error & { status?: number | undefined; code?: string | undefined };

const UNANSWERED = new Set(['AuthRetryableFetchError', 'AuthUnknownError']);

/**
 * The auth service's refusal, with its own code and message. Other failures have no message worth showing. If
 * a trigger of our database refuses, GoTrue answers 500 without a reason; `unexplained` is what that means at
 * this step.
 */
export function failureOf(error: AuthFailure, unexplained = 'no_answer'): AppError {
  if (error.status === 500) return new AppError(unexplained, '', error.status);
  if (UNANSWERED.has(error.name)) return new AppError('no_answer', '', error.status);
  if (error.name === 'AuthSessionMissingError') return new AppError('session_missing', '', error.status);
  return new AppError(error.code ?? 'refused', error.message, error.status);
}
