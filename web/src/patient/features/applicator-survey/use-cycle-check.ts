import { isOffline } from '@/lib/backend/network.ts';
import { useUser } from '@/lib/backend/session.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';
import { fetchCycleShown } from '@/lib/entries/treatment-cycle.ts';

/**
 * Checks the cycle before the first question, so that no one answers them all for nothing. Offline, the check
 * waits until the answers are sent.
 */
export function useCycleCheck() {
  const { id: userId } = useUser();
  const { mutate, isPending } = useSendOnce({
    mutationFn: async () => {
      if (!(await isOffline())) await fetchCycleShown(userId);
    },
    networkMode: 'always',
    meta: { failure: 'Failed to save your result. Please try again.' },
  });
  return { checking: isPending, check: (onSuccess: () => void) => mutate(undefined, { onSuccess }) };
}
