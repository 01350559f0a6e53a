import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Answers } from '@domain/onboarding/questionnaire.ts';
import type { SavedAnswers } from '@domain/onboarding/questionnaire-draft.ts';
import { formOf } from '@domain/onboarding/questionnaire-form.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { reportFailure } from '@/lib/backend/failures.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { currentSession, notSignedIn } from '@/lib/backend/session.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';
import { draftQuery } from './draft-query.ts';
import { saveFailureWords } from './words.ts';

/** The saved answers for the form. Null if there are none yet. Loaded again each time the form opens. */
export const answersQuery = (userId: string) =>
  queryOptions({
    queryKey: ['onboarding-info', userId],
    queryFn: () => fetchAnswers(userId),
    retry: retryOnce,
    networkMode: 'always',
    refetchOnWindowFocus: false,
  });

async function fetchAnswers(userId: string): Promise<SavedAnswers | null> {
  const answer = await from('onboarding_info').select('*').eq('user_id', userId).limit(1);
  const [row] = z.array(z.record(z.string(), z.unknown())).parse(dataOf(answer));
  return row ? { form: formOf(row), savedAt: String(row['updated_at']) } : null;
}

export function useSaveAnswers() {
  const client = useQueryClient();
  return useSendOnce({
    mutationFn: saveAnswers,
    networkMode: 'always',
    onSuccess: (userId) => {
      // The form was left, so it loads again when it is opened next.
      void client.invalidateQueries({ queryKey: answersQuery(userId).queryKey, refetchType: 'none' });
      client.setQueryData(draftQuery(userId).queryKey, null);
      void client.invalidateQueries({ queryKey: ['own-plan'] });
      void client.invalidateQueries({ queryKey: ['cycle'] });
    },
    onError: (error) => reportFailure(saveFailureWords(error), error, 'The answers could not be saved'),
  });
}

/** Returns whose answers they are. */
async function saveAnswers(answers: Answers): Promise<string> {
  const { user } = currentSession();
  if (!user) throw notSignedIn();
  dataOf(await from('onboarding_info').upsert({ ...answers, user_id: user.id }, { onConflict: 'user_id' }));
  return user.id;
}
