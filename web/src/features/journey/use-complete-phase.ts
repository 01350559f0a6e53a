import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Step } from '@domain/journey/index.ts';
import { completedPhasesQuery, completePhase } from './queries.ts';

/** Saves that a phase is complete and waits until the progress on the screen knows it. */
export function useCompletePhase(userId: string, onComplete: (step: Step) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (step: Step) => {
      await completePhase(userId, step);
      await queryClient.refetchQueries(completedPhasesQuery(userId), { throwOnError: true });
    },
    onSuccess: (_, step) => onComplete(step),
    meta: { failure: 'Failed to update progress.' },
  });
}
