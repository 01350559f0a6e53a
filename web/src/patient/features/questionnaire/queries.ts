import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Answers } from '@domain/onboarding/questionnaire.ts';
import { formOf, type QuestionnaireForm } from '@domain/onboarding/questionnaire-form.ts';
import { toast } from '@/components/feedback/toast-store.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { logFailure } from '@/lib/backend/log.ts';
import { retryOnce } from '@/lib/backend/query-client.ts';
import { currentSession, notSignedIn } from '@/lib/backend/session.ts';
import { saveFailureWords } from './words.ts';

/** The saved answers as the form shows them; null when there are none yet. Read afresh for each opening of the form. */
export const answersQuery = (userId: string) =>
  queryOptions({
    queryKey: ['onboarding-info', userId],
    queryFn: () => fetchAnswers(userId),
    retry: retryOnce,
    networkMode: 'always',
    refetchOnWindowFocus: false,
  });

async function fetchAnswers(userId: string): Promise<QuestionnaireForm | null> {
  const answer = await from('onboarding_info').select('*').eq('user_id', userId).limit(1);
  const [row] = z.array(z.record(z.string(), z.unknown())).parse(dataOf(answer));
  return row ? formOf(row) : null;
}

export function useSaveAnswers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveAnswers,
    networkMode: 'always',
    onSuccess: (userId, answers) => {
      client.setQueryData(answersQuery(userId).queryKey, formOf(answers));
      void client.invalidateQueries({ queryKey: ['own-plan'] });
      void client.invalidateQueries({ queryKey: ['cycle'] });
    },
    onError: (error) => {
      logFailure('The answers could not be saved', error);
      toast({ title: 'Error', description: saveFailureWords(error), variant: 'destructive' });
    },
  });
}

/** Answers whose they are. */
async function saveAnswers(answers: Answers): Promise<string> {
  const { user } = currentSession();
  if (!user) throw notSignedIn();
  dataOf(await from('onboarding_info').upsert({ ...answers, user_id: user.id }, { onConflict: 'user_id' }));
  return user.id;
}
