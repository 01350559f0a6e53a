import * as z from 'zod/mini';
import { AppError } from '@/lib/backend/app-error.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { tellFailure } from '@/lib/backend/failures.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

const NOT_LOGGED_IN = 'You must be logged in to save your information.';
const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/** Notes that the walkthrough is done. Somebody without a record is told so, and stays. */
export const useFinish = (userId: string) =>
  useSendOnce({
    mutationFn: () => finish(userId),
    networkMode: 'always',
    onError: (error) => {
      const unknown = error instanceof AppError && (error.code === 'no_record' || error.status === 401);
      tellFailure(unknown ? NOT_LOGGED_IN : UNEXPECTED, error);
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
