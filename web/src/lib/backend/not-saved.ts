import { AppError } from './app-error.ts';

/** The message for something that was not saved: a patient whose session or record is gone is told so. */
export function notSavedWords(error: Error): string {
  const isUnknown = error instanceof AppError && (error.status === 401 || error.code === 'no_record');
  return isUnknown
    ? 'You must be logged in to save your information.'
    : 'An unexpected error occurred. Please try again.';
}
