import { AppError } from '@/lib/backend/app-error.ts';

const UNEXPECTED = 'Something went wrong. Please try again.';
const NO_ANSWER = 'The server did not answer. What you wrote is kept here; please try again in a moment.';

const WORDS: Record<string, string> = {
  no_answer: NO_ANSWER,
  unavailable: NO_ANSWER,
  signed_out: 'Your session has ended. What you wrote is kept in this tab.',
  session_too_old: 'Your session has ended. What you wrote is kept in this tab.',
};

/** What somebody reads where their act was refused or lost; a refusal of the server has its own words. */
export function failureWords(error: unknown): string {
  if (!(error instanceof AppError)) return UNEXPECTED;
  return WORDS[error.code] ?? (error.message.replace(/^\w+: /, '') || UNEXPECTED);
}

export const isCode = (error: unknown, code: string): boolean =>
  error instanceof AppError && error.code === code;

/** Nobody knows whether it was done: tried again, it is the same act. */
export const isLost = (error: unknown): boolean => isCode(error, 'no_answer') || isCode(error, 'unavailable');
