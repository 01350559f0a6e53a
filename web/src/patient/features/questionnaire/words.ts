import type { ToastWords } from '@/components/feedback/toast-store.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { notSavedWords } from '@/lib/backend/not-saved.ts';

export const SAVED: ToastWords = { title: 'Success!', description: 'Your information has been saved.' };

export const NOT_COMPLETE: ToastWords = {
  title: 'Whoops',
  description: 'Please enter answers for all questions.',
  variant: 'destructive',
};

/**
 * A server that refuses counts as a failure to load. One that doesn't answer, or not readably, is unexpected.
 */
export function loadFailureWords(error: Error): string {
  const answered = error instanceof AppError && error.status > 0;
  return answered
    ? 'Failed to load your saved information.'
    : 'An unexpected error occurred while loading your information.';
}

/** The database words its own refusals. Other failures have no words worth showing. */
export function saveFailureWords(error: Error): string {
  const isWorded = error instanceof AppError && error.status !== 401 && error.code !== 'no_answer';
  return (isWorded && error.message) || notSavedWords(error);
}

export const DRAFT = {
  isKept:
    'We keep your answers private for up to 30 days, until you save them. You can finish on any device. Your care team sees them only after you save.',
  isNotKept: 'We can’t store your answers right now. They’re in this tab until you save them.',
  isContinued: 'These are answers you haven’t saved yet. You can continue here.',
  discard: 'Discard them',
  isNotDiscarded: 'Failed to discard your answers. Please try again.',
};
