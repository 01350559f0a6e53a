import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { SubmitSafetyCheckAnswer } from '@domain/contracts/submit-safety-check.ts';
import { SAFETY_CHECK } from '@domain/copy/safety-check.ts';
import type { SafetyAnswers } from '@domain/safety/outcome.ts';
import type { QuestionId } from '@domain/safety/questions.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

/** Answers are told now or not at all. A lost answer may have arrived: the same answers have the same id. */
export function useSendAnswers(onSent: (reasons: readonly QuestionId[]) => void) {
  const queryClient = useQueryClient();
  const sent = useRef({ body: '', id: '' });
  return useSendOnce({
    networkMode: 'always',
    meta: { failure: SAFETY_CHECK.failure },
    mutationFn: async (answers: SafetyAnswers) => {
      const body = JSON.stringify(answers);
      if (sent.current.body !== body) sent.current = { body, id: crypto.randomUUID() };
      const { reasons } = await callFunction('submit-safety-check', {
        body: { answers },
        idempotencyKey: sent.current.id,
        answer: SubmitSafetyCheckAnswer,
      });
      sent.current = { body: '', id: '' };
      // The page shows what the clinic now says of it, and so does Home.
      void queryClient.invalidateQueries({ queryKey: ['cycle'] });
      await queryClient.invalidateQueries({ queryKey: ['safety-check'] });
      return reasons;
    },
    onSuccess: onSent,
  });
}
