import type { ToastWords } from '@/components/feedback/toast-store.ts';
import { AppError } from '@/lib/backend/app-error.ts';

export const SAVED: ToastWords = { title: 'Success!', description: 'Your information has been saved.' };

export const NOT_COMPLETE: ToastWords = {
  title: 'Whoops',
  description: 'Please enter answers for all questions.',
  variant: 'destructive',
};

/** The server that answers with a refusal has failed to load; one that does not answer, or not readably, is unexpected. */
export function loadFailureWords(error: Error): string {
  const answered = error instanceof AppError && error.status > 0;
  return answered
    ? 'Failed to load your saved information.'
    : 'An unexpected error occurred while loading your information.';
}

/** The database words its own refusals; what it never got to answer has no words worth showing. */
export function saveFailureWords(error: Error): string {
  const { status, code, message } = error instanceof AppError ? error : new AppError('unexpected');
  if (status === 401) return 'You must be logged in to save your information.';
  return (code !== 'no_answer' && message) || 'An unexpected error occurred. Please try again.';
}

export const DRAFT = {
  isKept:
    'Your answers are kept privately until you save them, for up to 30 days. You can finish them on any device. Your care team sees them only after you save.',
  isNotKept: 'We can’t keep your answers right now. They stay in this tab until you save them.',
  isContinued: 'These are the answers that you haven’t saved yet. You can continue here.',
  discard: 'Discard them',
  isNotDiscarded: 'Failed to discard your answers. Please try again.',
};
