import { useQueryClient } from '@tanstack/react-query';
import { stageById } from '@domain/journey/definition.ts';
import type { Step } from '@domain/journey/types.ts';
import { dataOf, from } from '@/lib/backend/database.ts';
import { notSignedIn } from '@/lib/backend/session.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';
import { planQuery } from '../plan-query.ts';
import { completedPhasesQuery } from '../queries.ts';

/** Saves that a phase is complete, and waits until the progress on screen shows it. */
export function useCompletePhase(userId: string, onComplete: (step: Step) => void) {
  const queryClient = useQueryClient();
  const mutation = useSendOnce({
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
    // Passed with the call, so that it is skipped if the patient has left the page in the meantime.
    mutate: (step: Step) => mutation.mutate(step, { onSuccess: () => onComplete(step) }),
  };
}

export async function completePhase(userId: string, { stage, phase, cycle }: Step): Promise<void> {
  if (!userId) throw notSignedIn();
  const { number } = stageById(stage.id);
  const answer = await from('completed_phases').upsert(
    { user_id: userId, phase_id: phase.id, stage_number: number, cycle_number: cycle },
    { onConflict: 'user_id,phase_id,cycle_number' },
  );
  dataOf(answer);
}
