import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { toast } from '@/components/feedback/toast-store.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { logFailure } from '@/lib/backend/log.ts';

const NOT_LOGGED_IN = 'You must be logged in to save your information.';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/** Notes that the walkthrough is done. Somebody without a record is told so, and stays. */
export const useFinish = (userId: string) =>
  useMutation({
    mutationFn: () => finish(userId),
    networkMode: 'always',
    onError: (error) => {
      const unknown = error instanceof AppError && (error.code === 'no_record' || error.status === 401);
      logFailure('The walkthrough could not be finished', error);
      toast({ title: 'Error', description: unknown ? NOT_LOGGED_IN : UNEXPECTED, variant: 'destructive' });
    },
  });

async function finish(userId: string): Promise<void> {
  const answer = await from('customers')
    .update({ onboarding_completed: true })
    .eq('user_id', userId)
    .select('user_id');
  const changed = z.array(z.unknown()).parse(dataOf(answer));
  if (changed.length === 0) throw new AppError('no_record');
}
