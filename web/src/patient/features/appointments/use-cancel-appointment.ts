import { toast } from '@/components/feedback/toast-store.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { queryClient, retryOnce } from '@/lib/backend/query-client.ts';
import { useSendOnce } from '@/lib/backend/use-send-once.ts';

/** Canceling twice does no harm, so the request is repeated if its answer was lost. */
export const useCancelAppointment = (onSettled: () => void) =>
  useSendOnce({
    mutationFn: (appointmentId: string) => callFunction('cancel-appointment', { body: { appointmentId } }),
    retry: retryOnce,
    networkMode: 'always',
    meta: { failure: 'Failed to cancel the call.' },
    onSuccess: () => {
      toast({ title: 'Success', description: 'Call canceled.' });
    },
    onSettled: () => {
      onSettled();
      void queryClient.invalidateQueries({ queryKey: ['appointments'] });
      void queryClient.invalidateQueries({ queryKey: ['appointment-slots'] });
    },
  });
