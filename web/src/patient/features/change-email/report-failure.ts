import { toast } from '@/components/feedback/toast-store.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { logFailure } from '@/lib/backend/log.ts';

export const codeOf = (failure: unknown): string => (failure instanceof AppError ? failure.code : '');

/** For failures that aren't about one field. */
export function reportFailure(words: string, failure: unknown, description = words): void {
  logFailure(words, failure);
  toast({ title: 'Error', description, variant: 'destructive' });
}
