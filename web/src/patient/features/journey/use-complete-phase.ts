import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Step } from '@domain/journey/index.ts';
import { planQuery } from './plan-query.ts';
import { completedPhasesQuery, completePhase } from './queries.ts';

/** Saves that a phase is complete and waits until the progress on the screen knows it. */
export function useCompletePhase(userId: string, onComplete: (step: Step) => void) {
  const queryClient = useQueryClient();
  const mutation = useMutation({
    networkMode: 'always',
    mutationFn: async (step: Step) => {
      await completePhase(userId, step);
      await queryClient.refetchQueries(completedPhasesQuery(userId), { throwOnError: true });
      void queryClient.invalidateQueries(planQuery(userId));
    },
    meta: { failure: 'Failed to update progress.' },
  });
  return {
    ...mutation,
    // Given with the call, it is left out where the patient has gone to another page meanwhile.
    mutate: (step: Step) => mutation.mutate(step, { onSuccess: () => onComplete(step) }),
  };
}
