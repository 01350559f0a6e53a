import { AppError } from './app-error.ts';

/** What is said of something that was not saved: somebody whose session or record is gone hears that it is. */
export function notSavedWords(error: Error): string {
  const isUnknown = error instanceof AppError && (error.status === 401 || error.code === 'no_record');
  return isUnknown
    ? 'You must be logged in to save your information.'
    : 'An unexpected error occurred. Please try again.';
}
