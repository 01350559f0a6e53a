import { useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/feedback/toast-store.ts';
import { dataOf, rpc } from '@/lib/backend/database.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';
import { completedPhasesQuery } from '../queries.ts';
import { planQuery } from '../plan-query.ts';

type Act = {
  name: 'complete_phases_before_applicators' | 'start_next_cycle' | 'undo_completion';
  values: Record<string, unknown>;
};
type Words = { done: string; failure: string };
/** Runs even if the plan on screen has changed and the button is gone. */
type Then = { onDone?: () => void };

/** Changes the plan in one act, and waits until the progress on screen shows it. */
export function usePlanAct(userId: string, { done, failure, onDone }: Words & Then) {
  const queryClient = useQueryClient();
  return useSendOnce({
    networkMode: 'always',
    mutationFn: async ({ name, values }: Act) => {
      dataOf(await rpc(name, values));
      await Promise.all([
        queryClient.refetchQueries(completedPhasesQuery(userId), { throwOnError: true }),
        queryClient.invalidateQueries(planQuery(userId)),
      ]);
    },
    onSuccess: () => {
      toast({ title: 'Success', description: done, duration: 2000 });
      onDone?.();
    },
    meta: { failure },
  });
}
