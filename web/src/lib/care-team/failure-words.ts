import { AppError } from '@/lib/backend/app-error.ts';

const UNEXPECTED = 'Something went wrong. Please try again.';
const NO_ANSWER = 'The server didn’t respond. What you wrote is saved here. Please try again in a moment.';

const WORDS: Record<string, string> = {
  no_answer: NO_ANSWER,
  unavailable: NO_ANSWER,
  signed_out: 'Your session has ended. What you wrote is saved in this tab.',
  session_too_old: 'Your session has ended. What you wrote is saved in this tab.',
  session_locked: 'The workspace is locked. What you wrote is saved in this tab.',
};

/** The message for a refused or lost act; a refusal by the server has its own words. */
export function failureWords(error: unknown): string {
  if (!(error instanceof AppError)) return UNEXPECTED;
  return WORDS[error.code] ?? (error.message.replace(/^\w+: /, '') || UNEXPECTED);
}

export const isCode = (error: unknown, code: string): boolean =>
  error instanceof AppError && error.code === code;

/** No one knows whether it was done: repeated, it is the same act. */
export const isLost = (error: unknown): boolean => isCode(error, 'no_answer') || isCode(error, 'unavailable');
