import * as z from 'zod/mini';
import { AppError } from '@/lib/backend/app-error.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { reportFailure } from '@/lib/backend/failures.ts';
import { notSavedWords } from '@/lib/backend/not-saved.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

/** Records that the walkthrough is done. Someone without a record sees an error and stays. */
export const useFinish = (userId: string) =>
  useSendOnce({
    mutationFn: () => finish(userId),
    networkMode: 'always',
    onError: (error) => reportFailure(notSavedWords(error), error),
  });

async function finish(userId: string): Promise<void> {
  const answer = await from('customers')
    .update({ onboarding_completed: true })
    .eq('user_id', userId)
    .select('user_id');
  const changed = z.array(z.unknown()).parse(dataOf(answer));
  if (changed.length === 0) throw new AppError('no_record');
}
