import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { SubmitSafetyCheckAnswer } from '@domain/contracts/patient/submit-safety-check.ts';
import { SAFETY_CHECK } from '@domain/copy/safety-check.ts';
import type { SafetyAnswers } from '@domain/safety/safety-outcome.ts';
import type { QuestionId } from '@domain/safety/questions.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { reportFailure } from '@/lib/backend/failures.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

/**
 * Answers are sent now or not at all. A lost response may have arrived: the same answers have the same id.
 * `corrects` is the check being corrected.
 */
export function useSendAnswers(onSent: (reasons: readonly QuestionId[]) => void, corrects?: string) {
  const queryClient = useQueryClient();
  const sent = useRef({ body: '', id: '' });
  return useSendOnce({
    networkMode: 'always',
    onError: (error) => {
      reportFailure(refusalIn(error) ?? SAFETY_CHECK.failure, error, SAFETY_CHECK.failure);
      // The reason for a refusal may also change what the page can offer.
      void queryClient.invalidateQueries({ queryKey: ['safety-check'] });
    },
    mutationFn: async (answers: SafetyAnswers) => {
      const body = JSON.stringify(answers);
      if (sent.current.body !== body) sent.current = { body, id: crypto.randomUUID() };
      const { reasons } = await callFunction('submit-safety-check', {
        body: { answers, ...(corrects && { corrects }) },
        idempotencyKey: sent.current.id,
        answer: SubmitSafetyCheckAnswer,
      });
      sent.current = { body: '', id: '' };
      // The page shows the clinic's current status, and so does Home.
      void queryClient.invalidateQueries({ queryKey: ['cycle'] });
      await queryClient.invalidateQueries({ queryKey: ['safety-check'] });
      return reasons;
    },
    onSuccess: onSent,
  });
}

/** The server's message, if it has one. */
const refusalIn = (error: Error): string | null =>
  error instanceof AppError && error.code === 'not_now' && error.message ? error.message : null;
